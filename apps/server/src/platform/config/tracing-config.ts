import type { Variables } from './variables'

export interface SamplerConfig {
  kind: NonNullable<Variables['OTEL_TRACES_SAMPLER']>
  /** Of the traces, where the kind is a ratio. */
  ratio: number
}

/** Where traces go; the exporter and the batches read further variables of OpenTelemetry by themselves. */
export interface TracingConfig {
  exporter: 'otlp' | 'console'
  protocol: NonNullable<Variables['OTEL_EXPORTER_OTLP_PROTOCOL']>
  url: string
  sampler: SamplerConfig
}

const DEFAULT_ENDPOINT = 'http://localhost:4318'

/** Absent unless a variable names an exporter or an endpoint. */
export function tracingConfig(given: Variables): TracingConfig | undefined {
  const base = given.OTEL_EXPORTER_OTLP_ENDPOINT
  const ofTraces = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const exporter = given.OTEL_TRACES_EXPORTER ?? (base || ofTraces ? 'otlp' : 'none')
  if (given.OTEL_SDK_DISABLED || exporter === 'none') return undefined
  return {
    exporter,
    protocol:
      given.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? given.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf',
    url: ofTraces ?? `${base ?? DEFAULT_ENDPOINT}/v1/traces`,
    sampler: {
      kind: given.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
      ratio: given.OTEL_TRACES_SAMPLER_ARG ?? 1,
    },
  }
}
