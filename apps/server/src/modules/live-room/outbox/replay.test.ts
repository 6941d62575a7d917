import { metrics } from '@livetap/contract'
import { expect, test, vi } from 'vitest'
import { LiveClient, tone } from '../testing/live-client'
import { LiveHost } from '../testing/live-host'
import { sentences } from '../testing/spoken-script'

test('after a cut the client gets what it missed, each once, before what comes', async () => {
  const host = await LiveHost.start(
    { segments: sentences('one', 'two', 'three', 'four', 'five') },
    // The script starts again where recognition pauses, which it must not do for want of a free machine.
    { liveRoomLimits: { sweepMs: 50, pauseMs: 60_000 } },
  )
  const { id, client: speaker } = await host.meetingWithClient()
  const before = await host.join(id, { clientId: 'watcher-1' })
  speaker.speak(tone(2000), { startMs: 0 })
  await before.until('transcript_final_result', 2)
  before.cut()
  speaker.speak(tone(2000), { startMs: 2000 })
  await speaker.until('transcript_final_result', 4)

  const again = await host.join(id, { clientId: 'watcher-1', after: before.lastSeq })
  await again.until('transcript_final_result', 2)
  speaker.speak(tone(1500), { startMs: 4000 })
  await again.until('transcript_final_result', 3)
  expect(again.messages[0]).toMatchObject({ type: 'call_started', data: { replaying: true } })
  const types = again.messages.map(message => message.type)
  expect(types.slice(1, types.indexOf('replay_ended'))).toContain('transcript_final_result')
  expect(again.of('transcript_final_result').map(one => one.transcript.text)).toEqual([
    'three',
    'four',
    'five',
  ])
  const numbers = again.of('transcript_final_result').map(one => one.seq!)
  expect(Math.min(...numbers)).toBeGreaterThan(before.lastSeq)
  expect(new Set([...before.finals, ...again.finals]).size).toBe(5)

  const entries = await host.metrics(id)
  const closed = entries.find(({ metric }) => metric === metrics.socketClosed.name)!
  expect(closed).toMatchObject({ severity: 'WARNING', fields: { code: 1006 } })
  const { client_id } = closed.fields
  const opened = entries.filter(({ metric }) => metric === metrics.socketOpened.name)
  expect(opened.filter(({ fields }) => fields.client_id === client_id)).toMatchObject([
    { message: 'client connected', fields: { resumed: false } },
    { message: 'client reconnected', fields: { resumed: true, after_seq: before.lastSeq } },
  ])
})

test('a client that comes back goes on with its own stream from where the server holds it', async () => {
  const host = await LiveHost.start({ segments: sentences('one', 'two', 'three') })
  const id = await host.createMeeting()
  const before = await host.join(id, { clientId: 'client-0001' })
  before.speak(tone(1280), { startMs: 0 })
  before.command('ping')
  await before.until('pong')
  before.cut()
  const again = await host.join(id, { clientId: 'client-0001', after: before.lastSeq })
  expect(again.messages[0]).toMatchObject({ type: 'call_started', audio_received_millis: { 0: 1280 } })
  again.speak(tone(1920), { startMs: 1280 })
  // The first final may come before the cut or be replayed after it.
  await vi.waitFor(() => expect([...before.finals, ...again.finals]).toEqual(['one', 'two', 'three']))
  expect(host.engine.opened).toHaveLength(1)
})

/** A sentence of which 600 ms are spoken: it is final only when recognition ends. */
const unfinished = { segments: [{ text: 'half a sentence', startMs: 0, endMs: 2000 }] }

async function speaking(limits: { pauseMs: number; lostPauseMs: number }) {
  const host = await LiveHost.start(unfinished, { liveRoomLimits: { sweepMs: 20, ...limits } })
  const id = await host.createMeeting()
  const watcher = await host.join(id, { clientId: 'watcher-1' })
  const speaker = await host.join(id, { clientId: 'client-0001' })
  speaker.speak(tone(640), { startMs: 0 })
  speaker.command('ping')
  await speaker.until('pong')
  return { host, id, watcher, speaker }
}

test('a connection that breaks in the middle of a sentence does not end it: its other half is heard with the first', async () => {
  const { host, id, watcher, speaker } = await speaking({ pauseMs: 2_000, lostPauseMs: 60_000 })
  speaker.cut()
  // Another user falls silent later, and that pause is over.
  const other = await host.join(id, { clientId: 'client-0002' })
  other.speak(tone(640))
  await watcher.until('transcript_final_result')
  const again = await host.join(id, { clientId: 'client-0001' })
  again.command('ping')
  await again.until('pong')
  again.speak(tone(1920), { startMs: 640 })
  await watcher.until('transcript_final_result', 2)
  expect(host.engine.opened).toHaveLength(2)
})

test.for([
  { how: 'that is closed', limits: { pauseMs: 300, lostPauseMs: 60_000 }, leave: 'close' },
  { how: 'that breaks and does not come back', limits: { pauseMs: 300, lostPauseMs: 600 }, leave: 'cut' },
] as const)('a connection $how ends the sentence', async ({ limits, leave }) => {
  const { watcher, speaker } = await speaking(limits)
  speaker[leave]()
  const [final] = await watcher.until('transcript_final_result')
  expect(final!.transcript.text).toBe('half a sentence')
})

test('a network that stalls does not end a sentence; a client that only pings has paused', async () => {
  const { host, watcher, speaker } = await speaking({ pauseMs: 300, lostPauseMs: 60_000 })
  speaker.speak(tone(640), { startMs: 640 })
  const other = await host.join(speaker.meetingId, { clientId: 'client-0002' })
  other.speak(tone(640))
  await watcher.until('transcript_final_result')
  expect(watcher.finals).toHaveLength(1)
  speaker.command('ping')
  await watcher.until('transcript_final_result', 2)
})

test('a user cannot resume the stream of another user', async () => {
  const host = await LiveHost.start()
  const id = await host.createMeeting()
  const owner = await host.join(id, { clientId: 'client-0001' })
  owner.speak(tone(640))
  owner.command('ping')
  await owner.until('pong')
  const headers = host.server.bearer({ userId: 'user-2', userName: 'other@example.com' })
  const other = await LiveClient.open(id, await host.address(id, 'client-0001', headers))
  expect(other.messages[0]!.audio_received_millis).toEqual({})
  expect(owner.closed).toBeUndefined()
})
