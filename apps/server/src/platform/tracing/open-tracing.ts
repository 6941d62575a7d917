import type { Config } from '../config/config'
import type { Log } from '../log/log'
import type { ProcessIdentity } from '../process-identity'
import { noTracing, type Tracing } from './tracing'

/** OpenTelemetry is loaded where a variable asks for it; otherwise none of its code ever runs. */
export async function openTracing(config: Config, identity: ProcessIdentity, log: Log): Promise<Tracing> {
  if (!config.tracing) return noTracing
  const { OtelTracing } = await import('./otel-tracing')
  return new OtelTracing(config.tracing, { ...config, ...identity }, log)
}
