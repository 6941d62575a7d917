import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { ConsoleSpanExporter, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { TracingConfig } from '../config/tracing-config'
import { faultName } from '../fault-name'
import type { Log } from '../log/log'

/** Headers, timeout, compression and certificates are read from the usual variables by the exporter itself. */
export function openExporter({ exporter, protocol, url }: TracingConfig, log: Log): SpanExporter {
  if (exporter === 'console') return new ConsoleSpanExporter()
  const Exporter = protocol === 'http/json' ? JsonExporter : ProtobufExporter
  return new ExporterOfSpareSpans(new Exporter({ url }), log)
}

/** Spans are dropped while their receiver is away: the log says so once, and once when it is back. */
class ExporterOfSpareSpans implements SpanExporter {
  #isFailing = false

  constructor(
    private readonly exporter: SpanExporter,
    private readonly log: Log,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, ({ code, error }) => {
      this.#note(code !== ExportResultCode.SUCCESS, error)
      done({ code: ExportResultCode.SUCCESS })
    })
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve()
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown()
  }

  #note(isFailing: boolean, error: Error | undefined): void {
    if (isFailing === this.#isFailing) return
    this.#isFailing = isFailing
    if (isFailing) this.log.warn({ reason: faultName(error) }, 'sending traces failed: they are dropped')
    else this.log.info('traces are sent again')
  }
}
