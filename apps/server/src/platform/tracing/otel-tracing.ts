import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { Config } from '../config/config'
import type { SamplerConfig, TracingConfig } from '../config/tracing-config'
import { faultName } from '../fault-name'
import { installation } from '../installation'
import type { Log } from '../log/log'
import type { ProcessIdentity } from '../process-identity'
import { waitAtMost } from '../wait-at-most'
import { openExporter } from './span-exporter'
import type { SpanAttributes, SpanEnd, SpanStart, TraceParent, TraceSpan, Tracing } from './tracing'

/** For the last spans when the process stops. */
const FLUSH_MS = 1_000

/** Two readings of one clock differ by less. */
const CLOCK_SET_MS = 50

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, consumer: SpanKind.CONSUMER }

/** Spans of this process, sent in batches by OpenTelemetry: its queue is bounded, and what it cannot send is dropped. */
export class OtelTracing implements Tracing {
  readonly isOn = true
  readonly #provider: BasicTracerProvider
  readonly #tracer: Tracer
  readonly #running = new AsyncLocalStorage<OtelSpan>()
  #originMs = Date.now() - performance.now()

  constructor(
    config: TracingConfig,
    about: Pick<Config, 'role' | 'cluster' | 'region'> & ProcessIdentity,
    log: Log,
  ) {
    this.#provider = new BasicTracerProvider({
      resource: resourceFromAttributes({
        'service.name': 'livetap',
        'service.version': installation.version,
        'service.instance.id': about.pod,
        'host.name': about.host,
        'process.pid': process.pid,
        'livetap.role': about.role,
        'livetap.cluster': about.cluster,
        'cloud.region': about.region,
      }).merge(detectResources({ detectors: [envDetector] })),
      sampler: samplerOf(config.sampler),
      spanProcessors: [new BatchSpanProcessor(openExporter(config, log))],
    })
    this.#tracer = this.#provider.getTracer('livetap', installation.version)
  }

  get current(): TraceSpan | undefined {
    return this.#running.getStore()
  }

  start(name: string, { parent, kind = 'internal', attributes, link, at }: SpanStart = {}): OtelSpan {
    const startedAt = at ?? performance.now()
    const above = parent === undefined ? this.current?.traceparent : (parent ?? undefined)
    const originMs = this.#origin()
    const span = this.#tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        attributes: { ...attributes },
        links: linksTo(link),
        startTime: originMs + startedAt,
      },
      contextOf(above),
    )
    return new OtelSpan(span, originMs)
  }

  within<T>(span: TraceSpan, work: () => T): T {
    return this.#running.run(span as OtelSpan, work)
  }

  async trace<T>(name: string, start: SpanStart, work: (span: TraceSpan) => Promise<T>): Promise<T> {
    const span = this.start(name, start)
    try {
      const result = await this.within(span, () => work(span))
      span.end()
      return result
    } catch (error) {
      span.end({ fault: faultName(error) })
      throw error
    }
  }

  queried(ms: number): void {
    this.#running.getStore()?.queried(ms)
  }

  /** What is added to `performance.now()`: the same for all spans until the time of day is set. */
  #origin(): number {
    const now = Date.now() - performance.now()
    if (Math.abs(now - this.#originMs) > CLOCK_SET_MS) this.#originMs = now
    return this.#originMs
  }

  async close(): Promise<void> {
    await waitAtMost(
      FLUSH_MS,
      this.#provider.shutdown().catch(() => undefined),
    )
  }
}

class OtelSpan implements TraceSpan {
  #queries = 0
  #queryMs = 0

  constructor(
    readonly span: Span,
    private readonly originMs: number,
  ) {}

  get traceparent(): TraceParent | undefined {
    const { traceId, spanId, traceFlags } = this.span.spanContext()
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes({ ...attributes })
  }

  event(name: string, at = performance.now()): void {
    this.span.addEvent(name, this.originMs + at)
  }

  queried(ms: number): void {
    this.#queries += 1
    this.#queryMs += ms
  }

  end({ at = performance.now(), fault }: SpanEnd = {}): void {
    if (!this.span.isRecording()) return
    if (this.#queries > 0)
      this.set({ 'db.queries': this.#queries, 'db.ms': Math.round(this.#queryMs * 100) / 100 })
    if (fault !== undefined) {
      this.set({ 'error.type': fault })
      this.span.setStatus({ code: SpanStatusCode.ERROR, message: fault })
    }
    this.span.end(this.originMs + at)
  }
}

/** What is no traceparent begins a new trace. */
function contextOf(traceparent: TraceParent | undefined): Context {
  const parsed = (traceparent && parseTraceParent(traceparent)) || INVALID_SPAN_CONTEXT
  return isSpanContextValid(parsed)
    ? trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true })
    : ROOT_CONTEXT
}

function linksTo(traceparent: TraceParent | undefined): Link[] {
  const context = traceparent && parseTraceParent(traceparent)
  return context ? [{ context }] : []
}

function samplerOf({ kind, ratio }: SamplerConfig): Sampler {
  const [, isParentBased, root = ''] = /^(parentbased_)?(.+)$/.exec(kind)!
  const sampler =
    root === 'always_on'
      ? new AlwaysOnSampler()
      : root === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return isParentBased ? new ParentBasedSampler({ root: sampler }) : sampler
}
