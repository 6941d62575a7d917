export { uploadsModule } from './uploads.module'
