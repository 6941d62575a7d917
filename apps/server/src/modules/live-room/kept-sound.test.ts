import { SAMPLES_PER_MS } from '@livetap/audio'
import { getTranscript } from '@livetap/contract/calls/transcripts'
import type { EngineScript } from '@livetap/speech/testing'
import { expect, test, vi } from 'vitest'
import { stoppableDatabase } from '../../testing/database/stoppable-database'
import { meetingFiles } from '../meetings'
import { chunkKey } from './streams/live-files'
import { LiveStreamsStore } from './streams/live-streams.store'
import { bytesOf } from './streams/stored-sound'
import { storeStreamRecord } from './streams/stored-stream'
import { type LiveClient, tone } from './testing/live-client'
import { LiveHost } from './testing/live-host'
import { decodeFlac, loudness } from './testing/recording'
import { sentences } from './testing/spoken-script'

const slowTimeout = { timeout: 60_000, interval: 100 }
/** For what no command is sent for. */
const quickly = { timeout: 60_000, interval: 10 }
/** Sound may come as fast as the network brings it. */
const fast = { sweepMs: 50, burstMs: 3_600_000, mixPollMs: 500 }

const heldMs = (client: LiveClient, csi = 0) => client.of('pong').at(-1)?.audio_received_millis?.[csi]

async function untilHeld(client: LiveClient, ms: number, csi = 0): Promise<void> {
  await vi.waitFor(() => {
    client.command('ping')
    expect(heldMs(client, csi)).toBe(ms)
  }, slowTimeout)
}

/** What the recording holds of the first voice, in milliseconds. */
async function recordedMs(host: LiveHost, id: string, csi = 0): Promise<number> {
  await host.untilEnded(id)
  const recording = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
  const { rows } = await host.server.app.database.pool.query(
    'select anchor_ms from live_stream where meeting_id = $1 and csi = $2',
    [id, csi],
  )
  const lengthMs = recording.length / SAMPLES_PER_MS
  expect(loudness(recording, lengthMs - 200, lengthMs)).toBeGreaterThan(1000)
  return Math.round(lengthMs - rows[0].anchor_ms)
}

const textOf = async (host: LiveHost, id: string) =>
  JSON.stringify(await (await host.call(getTranscript, { params: { id } })).json())

/** An engine that takes nothing more after half a second of sound, until it is let go. */
function stoppedEngine() {
  const script: EngineScript = { holdAtMs: 500, segments: sentences('one') }
  /** Streams that it has stopped go on too: the mixer may have opened one already. */
  const release = (host: LiveHost) => {
    delete script.holdAtMs
    for (const stream of host.engine.scripted.streams) stream.release()
  }
  return { script, release }
}

test('a recogniser that takes nothing keeps no sound from being stored: all that was sent is in the recording', async () => {
  const { script, release } = stoppedEngine()
  const host = await LiveHost.start(script, { liveRoomLimits: { ...fast, drainMs: 500 } })
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(80_000), { startMs: 0 })
  await untilHeld(client, 80_000)
  await host.drop(id)
  release(host)
  expect(await recordedMs(host, id)).toBe(80_000)
})

test('End Call reads what the socket has received before it ends the call', async () => {
  const { script, release } = stoppedEngine()
  // The client may send far less at once than it does: the rest waits in its socket.
  const host = await LiveHost.start(script, {
    liveRoomLimits: { sweepMs: 50, burstMs: 2_000, audioPerMs: 0.01, drainMs: 500 },
  })
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(60_000), { startMs: 0 })
  await host.drop(id)
  release(host)
  expect(await recordedMs(host, id)).toBe(60_000)
})

test('a client that says goodbye before it ends the call has said all that it sent', async () => {
  const { script, release } = stoppedEngine()
  const host = await LiveHost.start(script, {
    liveRoomLimits: { sweepMs: 50, burstMs: 2_000, audioPerMs: 0.01, drainMs: 500 },
  })
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(60_000), { startMs: 0 })
  client.close()
  await host.drop(id)
  release(host)
  expect(await recordedMs(host, id)).toBe(60_000)
})

test('recognition that was held up goes on where it was, from the storage, and no word is missing', async () => {
  const texts = Array.from({ length: 50 }, (_, at) => `sentence-${at}`)
  const host = await LiveHost.start(
    { segments: sentences(...texts), holdAtMs: 500 },
    { liveRoomLimits: fast },
  )
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(50_000), { startMs: 0 })
  await untilHeld(client, 50_000)
  expect(client.finals).not.toContain('sentence-9')
  await vi.waitFor(() => {
    // It holds again with every piece.
    for (const stream of host.engine.scripted.streams) stream.release()
    expect(client.finals).toEqual(texts)
  }, quickly)
  await host.drop(id)
  expect(await recordedMs(host, id)).toBe(50_000)
})

test('a stream whose engine stays full is never failed for overflow, however often its client comes back', async () => {
  const script: EngineScript = {
    segments: sentences('one', 'two', 'three'),
    holdAtMs: 500,
    overflowMs: 30_000,
  }
  const host = await LiveHost.start(script, { liveRoomLimits: { ...fast, drainMs: 500 } })
  const id = await host.createMeeting()
  const listener = await host.join(id)
  let sentMs = 0
  for (let round = 0; round < 4; round++) {
    const client = await host.join(id, { clientId: 'client-0001' })
    const startMs = client.messages[0]!.audio_received_millis?.['0'] ?? 0
    client.speak(tone(20_000), { startMs })
    sentMs = startMs + 20_000
    // Behind the sound, which is read when it is answered.
    client.command('ping')
    await client.until('pong')
  }
  expect(listener.of('error')).toEqual([])
  await vi.waitFor(() => {
    for (const stream of host.engine.scripted.streams) stream.release()
    expect(listener.finals).toEqual(['one', 'two', 'three'])
  }, quickly)
  await host.drop(id)
  delete script.holdAtMs
  for (const stream of host.engine.scripted.streams) stream.release()
  expect(sentMs).toBe(80_000)
  expect(await recordedMs(host, id)).toBe(80_000)
})

test('a database that is away keeps no sound from being stored, not even of a voice that it does not know', async () => {
  const database = await stoppableDatabase()
  const host = await LiveHost.start(
    { segments: sentences('one'), repeatEveryMs: 1_000 },
    { env: { DATABASE_URL: database.url }, liveRoomLimits: { ...fast, pauseMs: 60_000 } },
  )
  const { id, client } = await host.meetingWithClient()
  await database.stop()
  client.speak(tone(80_000), { startMs: 0, csi: 5 })
  await untilHeld(client, 80_000, 5)
  client.close()
  const stored = async () => {
    let bytes = 0
    for await (const { key, size } of host.server.app.storage.list(`meetings/${id}/live/`))
      if (key.endsWith('.pcm')) bytes += size
    return bytes / 2 / SAMPLES_PER_MS
  }
  await vi.waitFor(async () => expect(await stored()).toBe(80_000), slowTimeout)
  await database.start()
  await vi.waitFor(async () => expect((await host.drop(id)).status).toBe(200), slowTimeout)
  expect(await recordedMs(host, id, 5)).toBe(80_000)
  expect((await textOf(host, id)).match(/"one"/gi)?.length).toBeGreaterThanOrEqual(80)
})

test('a voice that the database never learnt of is found with its sound after a crash', async () => {
  const env = { LIVETAP_SECRET: 'one secret for both nodes' }
  const one = await LiveHost.start({}, { env })
  const { databaseUrl, storage } = one.server.app.config
  const folder = storage.kind === 'folder' ? storage.folder : ''
  const more = { ...env, DATABASE_URL: databaseUrl!, LIVETAP_STORAGE: folder }
  const id = await one.createMeeting()
  const client = await one.join(id, { clientId: 'client-0001' })
  client.speak(tone(1000), { startMs: 0 })
  await untilHeld(client, 1000)
  await one.server.app.close()
  const two = await LiveHost.start({ segments: sentences('one') }, { env: more }, one)
  // As a process leaves it that is killed while the database is away.
  const [known] = await new LiveStreamsStore(two.server.app.database.kysely).list(id)
  const unknown = { ...known!, id: 'fedcba9876543210', number: 2, csi: 5 }
  await storeStreamRecord(two.server.app.storage, id, unknown)
  await two.server.app.storage.put(
    chunkKey({ meetingId: id, streamId: unknown.id, token: 1 }, 0),
    bytesOf(tone(4000)),
  )
  const again = await two.join(id, { clientId: 'client-0001' })
  expect(again.messages[0]!.audio_received_millis).toEqual({ 0: 1000, 5: 4000 })
  expect((await two.drop(id)).status).toBe(200)
  expect(await recordedMs(two, id, 5)).toBe(4000)
  expect(await textOf(two, id)).toContain('"one"')
})
