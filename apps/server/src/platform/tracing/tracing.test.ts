import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OtlpReceiver } from '../../testing/traces/otlp-receiver'
import { loadConfig } from '../config/config'
import { createLog } from '../log/log'
import { openTracing } from './open-tracing'
import { noTracing } from './tracing'

const identity = { host: 'host', pod: 'host-1' }

/** Traces of a process of its own, with what its log says. */
async function tracingWith(env: Record<string, string | undefined>) {
  const lines: string[] = []
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const tracing = await openTracing(loadConfig(env, '/'), identity, createLog('info', output))
  onTestFinished(() => tracing.close())
  return { tracing, lines }
}

test('without a variable that asks for traces there are none, nor with one that forbids them', async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'
  for (const env of [
    {},
    { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT },
    { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT },
    { OTEL_SERVICE_NAME: 'livetap' },
  ])
    expect((await tracingWith(env)).tracing).toBe(noTracing)
  expect(() => loadConfig({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, '/')).toThrow(
    'OTEL_EXPORTER_OTLP_PROTOCOL: must be http/protobuf or http/json',
  )
  expect(() => loadConfig({ OTEL_TRACES_SAMPLER_ARG: '2' }, '/')).toThrow('must be a number from 0 to 1')
})

test.each(['http/json', 'http/protobuf'])(
  'spans reach a receiver of %s with their parents, times and failures',
  async protocol => {
    const receiver = await OtlpReceiver.start()
    const { tracing } = await tracingWith({ ...receiver.env, OTEL_EXPORTER_OTLP_PROTOCOL: protocol })
    await tracing.trace('outer', { parent: null, attributes: { 'livetap.meeting': 'm-1' } }, async () => {
      expect(tracing.current?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
      const failing = tracing.trace('inner', {}, async span => {
        span.event('half of it')
        throw new Error('never to be seen')
      })
      await expect(failing).rejects.toThrow('never to be seen')
    })
    const elsewhere = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    tracing.start('continued', { parent: elsewhere }).end()
    tracing.start('linked', { parent: 'nonsense', link: elsewhere }).end()
    await tracing.close()

    const [outer, inner, continued, linked] = ['outer', 'inner', 'continued', 'linked'].map(
      name => receiver.named(name)[0]!,
    )
    expect([...receiver.contentTypes]).toEqual([
      protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
    ])
    expect(outer).toMatchObject({
      parentSpanId: '',
      isFailed: false,
      attributes: { 'livetap.meeting': 'm-1' },
    })
    expect(outer!.resource).toMatchObject({ 'service.name': 'livetap', 'service.instance.id': 'host-1' })
    expect(inner).toMatchObject({ traceId: outer!.traceId, parentSpanId: outer!.spanId, isFailed: true })
    expect(inner!.events.map(({ name }) => name)).toEqual(['half of it'])
    expect(inner!.attributes).toEqual({ 'error.type': 'Error' })
    expect(outer!.startMs).toBeLessThanOrEqual(inner!.startMs)
    expect(inner!.endMs).toBeLessThanOrEqual(outer!.endMs)
    expect(continued).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    })
    expect(linked).toMatchObject({ parentSpanId: '', links: ['0af7651916cd43dd8448eb211c80319c'] })
  },
)

test('the sampler is what the variables say: none of the traces, and none of their parts elsewhere', async () => {
  const receiver = await OtlpReceiver.start()
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
  const { tracing } = await tracingWith({ ...receiver.env, ...sampler })
  const span = tracing.start('not sampled', { parent: null })
  expect(span.traceparent).toMatch(/-00$/)
  tracing.start('its part', { parent: span.traceparent }).end()
  span.end()
  tracing.start('sampled by its caller', { parent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }).end()
  await tracing.close()
  await receiver.until('sampled by its caller')
  expect(receiver.spans.map(({ name }) => name)).toEqual(['sampled by its caller'])
})

test('a receiver that is away is named once in the log, and its return once', async () => {
  const [away, isAway] = [createServer(), { now: true }]
  away.on('request', (request, response) => {
    request.resume()
    response.writeHead(isAway.now ? 400 : 200).end()
  })
  away.listen(0, '127.0.0.1')
  await once(away, 'listening')
  onTestFinished(() => {
    away.closeAllConnections()
    away.close()
  })
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '10')
  const url = `http://127.0.0.1:${(away.address() as AddressInfo).port}`
  const { tracing, lines } = await tracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: url }).finally(() =>
    vi.unstubAllEnvs(),
  )
  const requests = () => vi.waitFor(() => expect(lines.length).toBeGreaterThan(0))
  const sent = async () => {
    tracing.start('a span', { parent: null }).end()
    await once(away, 'request')
  }
  for (let times = 0; times < 3; times++) await sent()
  await requests()
  isAway.now = false
  await sent()
  await vi.waitFor(() => expect(lines.join('')).toContain('traces are sent again'))
  expect(lines.join('').match(/sending traces failed/g)).toHaveLength(1)
  expect(lines).toHaveLength(2)
})
