export { type DiagnosticsModule, diagnosticsModule } from './diagnostics.module'
export type { DiagnosticsService } from './diagnostics.service'
