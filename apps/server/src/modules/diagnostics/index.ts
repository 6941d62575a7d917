export { type DiagnosticsModule, diagnosticsModule } from './diagnostics.module'
export type { DiagnosticsService } from './diagnostics.service'
export type { RatesStore } from './rates.store'
