import { expect, test, vi } from 'vitest'
import { OtlpReceiver, type ReceivedSpan } from '../../testing/traces/otlp-receiver'
import { tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { sentences } from './testing/spoken-script'

const nodeTimes = { heartbeatMs: 600_000, silentMs: 1_200_000 }
const secret = { LIVETAP_SECRET: 'one secret for both nodes' }

/** One after another, as they were said. */
const utterancesOf = (receiver: OtlpReceiver) =>
  receiver.named('utterance').sort((a, b) => a.startMs - b.startMs)

function expectInside(inner: ReceivedSpan, outer: ReceivedSpan): void {
  expect(inner.traceId).toBe(outer.traceId)
  expect(inner.startMs).toBeGreaterThanOrEqual(outer.startMs)
  expect(inner.endMs).toBeLessThanOrEqual(outer.endMs)
}

test('a final has one trace, from the client that joined to its announcement, and on the node that takes the meeting over', async () => {
  const receiver = await OtlpReceiver.start()
  const env = { ...secret, ...receiver.env }
  const script = { segments: sentences('we ship on Friday') }
  const one = await LiveHost.start(script, { env, nodeTimes })
  const { databaseUrl, storage } = one.server.app.config
  const shared = {
    DATABASE_URL: databaseUrl!,
    LIVETAP_STORAGE: storage.kind === 'folder' ? storage.folder : '',
  }
  const two = await LiveHost.start(script, { env: { ...env, ...shared }, nodeTimes }, one)
  const id = await one.createMeeting()

  const before = await one.join(id, { clientId: 'client-0001' })
  before.speak(tone(5_000), { startMs: 0 })
  await before.until('transcript_final_result')
  await one.server.app.close()
  await before.untilClosed()
  const again = await two.join(id, { clientId: 'client-0001', after: before.lastSeq })
  again.speak(tone(5_000), { startMs: again.messages[0]!.audio_received_millis![0]! })
  await again.until('transcript_final_result')
  await two.server.app.close()
  await receiver.until('utterance', 2)

  const [joined] = receiver.named('join live meeting').sort((a, b) => a.startMs - b.startMs)
  expect(joined).toMatchObject({ parentSpanId: '', attributes: { 'livetap.meeting': id } })
  const [stream, ...others] = receiver.named('live stream')
  expect(others).toEqual([])
  expect(stream).toMatchObject({ traceId: joined!.traceId, parentSpanId: joined!.spanId })

  const [first, second] = utterancesOf(receiver)
  for (const utterance of [first!, second!]) {
    expect(utterance).toMatchObject({ traceId: joined!.traceId, parentSpanId: stream!.spanId })
    expect(utterance.events.map(({ name }) => name)).toEqual([
      'first frame arrived',
      'last frame arrived',
      'sound stored',
    ])
    expect(utterance.attributes).toMatchObject({ 'livetap.meeting': id })
    expect(utterance.startMs).toBe(utterance.events[0]!.atMs)
    const [recognition, announcement, ...rest] = receiver.childrenOf(utterance)
    expect([recognition?.name, announcement?.name, rest]).toEqual(['recognize', 'announce', []])
    const [stored] = receiver.childrenOf(announcement!)
    expect(stored?.name).toBe('store transcript')
    expectInside(recognition!, utterance)
    expectInside(announcement!, utterance)
    expectInside(stored!, announcement!)
    expect(recognition!.endMs).toBeLessThanOrEqual(announcement!.endMs)
  }
  const podOf = ({ resource }: ReceivedSpan) => resource['service.instance.id']
  expect(podOf(first!)).toBe(one.server.app.identity.pod)
  expect(podOf(second!)).toBe(two.server.app.identity.pod)
})

test('no span holds a word of what was said, a token or an address with one', async () => {
  const receiver = await OtlpReceiver.start()
  const host = await LiveHost.start({ segments: sentences('we ship on Friday') }, { env: receiver.env })
  const { id, client } = await host.meetingWithClient({ title: 'A secret title' })
  client.speak(tone(1_280), { startMs: 0 })
  await client.until('transcript_final_result')
  await host.drop(id)
  await client.until('call_ended')
  await host.server.app.close()
  await receiver.until('utterance')
  const everything = JSON.stringify(receiver.spans)
  const token = host.headers.authorization.replace('Bearer ', '')
  for (const hidden of ['ship', 'Friday', 'secret title', token, 'ticket', 'host@example.com'])
    expect(everything).not.toContain(hidden)
})

test('a stream that goes on for hours has more than one trace, each linked to the one before', async () => {
  const receiver = await OtlpReceiver.start()
  const { UtteranceTraces } = await import('./streams/utterance-traces')
  const { openTracing } = await import('../../platform/tracing/open-tracing')
  const { loadConfig } = await import('../../platform/config/config')
  const { createLog } = await import('../../platform/log/log')
  vi.stubEnv('OTEL_BSP_MAX_QUEUE_SIZE', '10000')
  const opening = openTracing(loadConfig(receiver.env, '/'), { host: 'h', pod: 'p' }, createLog('silent'))
  const tracing = await opening.finally(() => vi.unstubAllEnvs())
  const traces = new UtteranceTraces(tracing, { id: 's', traceparent: null }, 'm')
  const nothing = { isFinal: true, text: '', words: [], speakerIds: [], languageCode: 'en-US' }
  const begun = performance.now()
  for (let at = 0; at < 450; at++)
    traces
      .begin({ ...nothing, segmentId: `s${at}`, startMs: at, endMs: at }, undefined, false)
      .announced({ pushedAt: begun, saidAt: performance.now() })
  await tracing.close()
  await receiver.until('utterance', 450)
  const goingOn = receiver.named('live stream goes on')
  expect(goingOn).toHaveLength(2)
  expect(goingOn[1]!.links).toEqual([goingOn[0]!.traceId])
})
