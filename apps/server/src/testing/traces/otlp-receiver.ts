import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { type ReceivedSpan, spansOfProtobuf } from './otlp-protobuf'

export type { ReceivedSpan }

/** A receiver of OTLP over HTTP, JSON and protobuf alike, for one test. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = []
  readonly contentTypes = new Set<string>()

  private constructor(readonly url: string) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const receiver = new OtlpReceiver(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.on('request', (request, response) => {
      receiver.#receive(request).then(
        status => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
        error => response.writeHead(400).end(String(error)),
      )
    })
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return receiver
  }

  /** What has a server send its traces here. */
  get env(): Record<string, string> {
    return { OTEL_EXPORTER_OTLP_ENDPOINT: this.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
  }

  named(name: string): ReceivedSpan[] {
    return this.spans.filter(span => span.name === name)
  }

  /** Resolves when so many of this name have come: a process that ends on a busy machine may send them a moment later. */
  async until(name: string, count = 1): Promise<ReceivedSpan[]> {
    return await vi.waitFor(
      () => {
        const found = this.named(name)
        if (found.length < count) throw new Error(`${found.length} of ${count} spans: ${name}`)
        return found
      },
      { timeout: 30_000, interval: 20 },
    )
  }

  childrenOf({ spanId }: ReceivedSpan): ReceivedSpan[] {
    return this.spans
      .filter(({ parentSpanId }) => parentSpanId === spanId)
      .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
  }

  async #receive(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return 404
    const type = request.headers['content-type'] ?? ''
    this.contentTypes.add(type)
    const body = await buffer(request)
    this.spans.push(...(type === 'application/json' ? spansOfJson(String(body)) : spansOfProtobuf(body)))
    return 200
  }
}

interface JsonValue {
  stringValue?: string
  boolValue?: boolean
  intValue?: number | string
  doubleValue?: number
}

type JsonAttributes = { key: string; value: JsonValue }[]

interface JsonSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes?: JsonAttributes
  events?: { name: string; timeUnixNano: string }[]
  links?: { traceId: string }[]
  status?: { code?: number }
}

interface JsonRequest {
  resourceSpans: { resource?: { attributes?: JsonAttributes }; scopeSpans: { spans: JsonSpan[] }[] }[]
}

const FAILED = 2
const msOf = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1000n) / 1000

function attributesOf(attributes: JsonAttributes = []): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, boolValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? boolValue ?? (intValue === undefined ? doubleValue : Number(intValue)),
    ]),
  )
}

function spansOfJson(text: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(text) as JsonRequest
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(span => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        name: span.name,
        startMs: msOf(span.startTimeUnixNano),
        endMs: msOf(span.endTimeUnixNano),
        attributes: attributesOf(span.attributes),
        events: (span.events ?? []).map(({ name, timeUnixNano }) => ({ name, atMs: msOf(timeUnixNano) })),
        links: (span.links ?? []).map(({ traceId }) => traceId),
        isFailed: span.status?.code === FAILED,
        resource: attributesOf(resource?.attributes),
      })),
    ),
  )
}
