export { type ManuscriptsModule, manuscriptsModule } from './manuscripts.module'
