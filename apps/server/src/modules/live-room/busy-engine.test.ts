import { SAMPLES_PER_MS } from '@livetap/audio'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import type { EngineScript } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { meetingFiles } from '../meetings'
import { type LiveClient, tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { decodeFlac, loudness } from './testing/recording'
import { sentences } from './testing/spoken-script'

/** Slower than the commands that a client may send. */
const slowTimeout = { interval: 100 }
/** For what no command is sent for. */
const quickly = { interval: 10 }

const heldMs = (client: LiveClient) => client.of('pong').at(-1)?.audio_received_millis?.['0']

/** An engine that takes nothing more after half a second of sound, and a client that goes on speaking. */
async function crowded(more: EngineScript = {}) {
  const script: EngineScript = {
    segments: sentences('one', 'two', 'three', 'four', 'five'),
    holdAtMs: 500,
    ...more,
  }
  const host = await LiveHost.start(script)
  /** From now on it takes everything. */
  const release = () => {
    delete script.holdAtMs
    for (const stream of host.engine.scripted.streams) stream.release()
  }
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(640), { startMs: 0 })
  const [stream] = await vi.waitFor(() => {
    expect(host.engine.scripted.streams[0]?.receivedMs).toBeGreaterThanOrEqual(500)
    return host.engine.scripted.streams
  }, slowTimeout)
  client.speak(tone(4360), { startMs: 640 })
  return { host, id, client, stream: stream!, release }
}

test('LIV-21 pings are answered while the engine is too busy for the sound before them', async () => {
  const { client, stream } = await crowded()
  for (let count = 1; count <= 3; count++) {
    client.command('ping')
    await client.until('pong', count)
  }
  // The sound waits for no engine.
  expect(heldMs(client)).toBe(5000)
  expect(client.finals).not.toContain('five')
  // It holds again with every frame.
  await vi.waitFor(() => {
    stream.release()
    expect(client.finals).toEqual(['one', 'two', 'three', 'four', 'five'])
  }, quickly)
})

test('LIV-11 the room says how far behind it is, to those who come later too, and when it no longer is', async () => {
  const { host, id, client, stream } = await crowded({ settlesSilence: true })
  const saidMs = () => client.of('behind_changed').at(-1)?.data.behind_millis
  await vi.waitFor(() => expect(saidMs()).toBeGreaterThanOrEqual(4000), slowTimeout)
  const later = await host.join(id)
  expect(later.of('call_started')[0]?.data?.behind_millis).toBeGreaterThanOrEqual(4000)
  await vi.waitFor(() => {
    stream.release()
    expect(saidMs()).toBe(0)
  }, quickly)
})

test('a client that goes while its sound waits has said all of it', async () => {
  const { host, id, client, release } = await crowded()
  client.close()
  await client.untilClosed()
  const dropped = host.drop(id)
  release()
  await dropped
  await host.untilEnded(id)
  const mixed = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
  expect(mixed.length / SAMPLES_PER_MS).toBeGreaterThanOrEqual(5000)
  const transcript = JSON.stringify(await (await host.call(getTranscript, { params: { id } })).json())
  expect(transcript).toContain('five')
})

test('one voice that has to wait does not delay the others', async () => {
  const { host, id } = await crowded()
  const other = await host.join(id)
  other.speak(tone(400), { startMs: 0 })
  other.command('ping')
  await other.until('pong')
  expect(heldMs(other)).toBe(400)
})

test('LIV-30 off the record counts from the click, however far the engine is behind', async () => {
  const { host, id, client, release } = await crowded()
  // All of the five sentences was captured before the click, and hardly any of it is recognised yet.
  client.command('meeting_off_the_record', { duration: '1s' })
  client.speak(tone(2000), { startMs: 5000 })
  const [gap] = await client.until('off_the_record')
  release()
  await vi.waitFor(() => {
    client.command('ping')
    expect(heldMs(client)).toBe(7000)
    expect(client.finals.slice(0, 5)).toEqual(['one', 'two', 'three', 'four', 'five'])
  }, slowTimeout)
  await host.drop(id)
  await host.untilEnded(id)
  const { pool } = host.server.app.database
  const anchorMs = (await pool.query('select anchor_ms from live_stream')).rows[0].anchor_ms as number
  const { from_millis: from, until_millis: until } = gap!.data
  expect(Math.abs(from - (anchorMs + 5000))).toBeLessThan(100)
  expect(until - from).toBe(1000)
  const mixed = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
  expect(loudness(mixed, from - 200, from - 10)).toBeGreaterThan(1000)
  expect(loudness(mixed, from + 1, until - 1)).toBe(0)
  expect(loudness(mixed, until + 10, until + 200)).toBeGreaterThan(1000)
})
