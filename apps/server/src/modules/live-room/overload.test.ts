import { getTranscript } from '@livetap/contract/calls/transcripts'
import { EngineRegistry } from '@livetap/speech'
import { type EngineScript, ScriptedEngine } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { type LiveClient, tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { sentences } from './testing/spoken-script'

/** Sound may come as fast as the network brings it. */
const fast = { sweepMs: 50, burstMs: 3_600_000, mixPollMs: 500, pauseMs: 60_000, lostPauseMs: 60_000 }
const slowly = { timeout: 60_000, interval: 50 }
const quickly = { timeout: 60_000, interval: 10 }
const SECONDS = 48
const OVERLOAD = 6
const texts = Array.from({ length: SECONDS }, (_, at) => `sentence-${at}`)

/** An engine that takes a piece each time it is let, and fails a stream whose caller does not wait. */
const slowEngine = (): EngineScript => ({
  segments: sentences(...texts),
  holdAtMs: 500,
  overflowMs: 30_000,
  settlesSilence: true,
})

const releaseAll = (host: LiveHost) => {
  for (const stream of host.engine.scripted.streams) stream.release()
}
const takenMs = (host: LiveHost) => host.engine.scripted.streams[0]?.receivedMs ?? 0
const heldMs = (client: LiveClient) => client.of('pong').at(-1)?.audio_received_millis?.['0']
const behindMs = (client: LiveClient) => client.of('behind_changed').at(-1)?.data.behind_millis ?? 0

async function untilHeld(client: LiveClient, ms: number) {
  await vi.waitFor(() => {
    client.command('ping')
    expect(heldMs(client)).toBe(ms)
  }, slowly)
}

/** Six seconds are said for each that the engine takes. */
async function overloaded(host: LiveHost, client: LiveClient) {
  for (let at = 0; at < SECONDS; at += OVERLOAD) {
    client.speak(tone(OVERLOAD * 1_000), { startMs: at * 1_000 })
    await untilHeld(client, (at + OVERLOAD) * 1_000)
    const dueMs = (at / OVERLOAD) * 1_000
    await vi.waitFor(() => {
      // A piece that is read from the storage comes later, and holds seconds: none more than is due.
      if (takenMs(host) < dueMs) releaseAll(host)
      expect(takenMs(host)).toBeGreaterThanOrEqual(dueMs)
    }, quickly)
  }
}

test('six times overloaded the sound is kept, the room says how late it is, and the text catches up by itself', async () => {
  const host = await LiveHost.start(slowEngine(), { liveRoomLimits: fast })
  const { client } = await host.meetingWithClient()
  await overloaded(host, client)
  // What the engine has no place for is read from the storage later, some seconds at a time.
  expect(takenMs(host)).toBeLessThan(SECONDS * 500)
  await vi.waitFor(() => expect(behindMs(client)).toBeGreaterThan(SECONDS * 400), slowly)
  await vi.waitFor(() => {
    releaseAll(host)
    expect(client.finals).toEqual(texts)
    expect(behindMs(client)).toBe(0)
  }, quickly)
  expect(client.of('error')).toEqual([])
})

/** On the meeting's clock: what a stream says does not depend on where it was opened. */
const ticks = Array.from({ length: 600 }, (_, at) => `tick-${at}`)

async function withTicks(more: EngineScript = {}, drainMs?: number) {
  const script: EngineScript = { segments: sentences(...ticks), settlesSilence: true, ...more }
  const engine = new ScriptedEngine(script)
  const liveRoomLimits = drainMs === undefined ? fast : { ...fast, drainMs }
  const host = await LiveHost.start({}, { liveRoomLimits, engines: new EngineRegistry([engine]) })
  const { id, client } = await host.meetingWithClient()
  return { script, engine, host, id, client, numbers: () => client.finals.map(numberOf) }
}

const numberOf = (text: string) => Number(text.replace('tick-', ''))
const onFrom = (numbers: readonly number[]) => numbers.map((_, at) => numbers[0]! + at)

test('a call that ends while the text is far behind has all of it afterwards', async () => {
  const { script, engine, host, id, client } = await withTicks({ holdAtMs: 0, overflowMs: 30_000 }, 500)
  client.speak(tone(SECONDS * 1_000), { startMs: 0 })
  await untilHeld(client, SECONDS * 1_000)
  expect(client.finals.length).toBeLessThan(SECONDS / 2)
  await host.drop(id)
  delete script.holdAtMs
  for (const stream of engine.streams) stream.release()
  await host.untilEnded(id)
  expect(client.of('error')).toEqual([])
  const past = JSON.stringify(await (await host.call(getTranscript, { params: { id } })).json())
  const said = [...new Set(past.match(/tick-\d+/g))].map(numberOf).sort((a, b) => a - b)
  expect(said).toEqual(onFrom(said))
  expect(said.length).toBeGreaterThanOrEqual(SECONDS - 1)
})

test('an engine that fails under load is tried again in the call: what it had no text of gets it live, nothing twice', async () => {
  const { script, engine, client, numbers } = await withTicks()
  client.speak(tone(4_000), { startMs: 0 })
  await vi.waitFor(() => expect(numbers().length).toBeGreaterThanOrEqual(2), slowly)
  const { segments } = script
  // It takes three seconds more, and fails before it has text of them.
  script.segments = segments!.map(one => ({ ...one, delayMs: 600_000 }))
  script.failAtMs = engine.streams[0]!.receivedMs + 3_000
  client.speak(tone(8_000), { startMs: 4_000 })
  const [error] = await client.until('error')
  Object.assign(script, { segments, failAtMs: undefined })
  expect(error!.data.code).toBe('recognition_crashed')
  // No more sound comes: it goes on by itself.
  await vi.waitFor(() => expect(numbers().length).toBeGreaterThanOrEqual(10), slowly)
  expect(numbers()).toEqual(onFrom(numbers()))
  expect(engine.streams).toHaveLength(2)
})

test('sound at which an engine fails again and again is left for later, and what follows gets its text', async () => {
  const { script, engine, client, numbers } = await withTicks()
  client.speak(tone(3_000), { startMs: 0 })
  await vi.waitFor(() => expect(numbers().length).toBeGreaterThanOrEqual(2), slowly)
  script.failAtMs = 0
  client.speak(tone(2_000), { startMs: 3_000 })
  await client.until('error', 3)
  delete script.failAtMs
  const before = numbers().length
  client.speak(tone(10_000), { startMs: 5_000 })
  await vi.waitFor(() => expect(numbers().length).toBeGreaterThanOrEqual(before + 9), slowly)
  expect(engine.streams).toHaveLength(4)
})
