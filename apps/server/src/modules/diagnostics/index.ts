export { diagnosticsModule } from './diagnostics.module'
