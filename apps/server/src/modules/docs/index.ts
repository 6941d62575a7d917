export { docsModule } from './docs.module'
