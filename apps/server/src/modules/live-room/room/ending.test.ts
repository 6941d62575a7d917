import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { liveAddress } from '@livetap/contract/calls/live-meetings'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { audioUrl, getPeaks, getTranscript, listHighlights } from '@livetap/contract/calls/transcripts'
import { loadRecording } from '@livetap/speech/testing'
import { describe, expect, test, vi } from 'vitest'
import { meetingFiles } from '../../meetings'
import { silence, tone } from '../testing/live-client'
import { LiveHost } from '../testing/live-host'
import { decodeFlac, findIn } from '../testing/recording'
import { sentences } from '../testing/spoken-script'

test('LIV-23 an ended meeting leaves its transcript, highlights, sound and waveform; what happened is recorded', async () => {
  const host = await LiveHost.start({ segments: sentences('we ship on Friday', 'OK EVA, highlight that') })
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(2500))
  await client.until('highlight_created')
  const dropped = await host.drop(id)
  expect(((await dropped.json()) as { status: string }).status).toBe('processing')
  expect((await client.until('call_ended'))[0]!.data).toEqual({ reason: 'dropped' })
  expect(await client.untilClosed()).toEqual({ code: 4410, reason: 'call_ended' })
  await host.untilEnded(id)

  const transcript = (await (await host.call(getTranscript, { params: { id } })).json()) as object
  expect(JSON.stringify(transcript)).toContain('we ship on Friday')
  const { highlights } = (await (await host.call(listHighlights, { params: { id } })).json()) as {
    highlights: object[]
  }
  expect(highlights).toMatchObject([
    { highlight_source: 'eva', trigger_info: { trigger_word: 'highlight that' } },
  ])
  const { url } = (await (
    await host.call(audioUrl, { params: { id }, query: { audio_type: 'flac' } })
  ).json()) as { url: string }
  expect((await fetch(new URL(url, host.server.url))).status).toBe(200)
  expect((await host.call(getPeaks, { params: { id } })).status).toBe(200)
  // What the recording was made of is gone.
  const keys: string[] = []
  for await (const { key } of host.server.app.storage.list(`meetings/${id}/`)) keys.push(key)
  expect(keys.sort()).toEqual([meetingFiles.audio(id), meetingFiles.peaks(id)].sort())

  const metrics = await host.metrics(id)
  expect(metrics.map(event => event.metric).sort()).toEqual(
    [
      'monitoring-meeting-creations-wrapi',
      'monitoring-pod-creations-hotword',
      'monitoring-voicea-client-up',
      'monitoring-hotword-pod-metrics',
      'monitoring-connected-to-mercury',
      'monitoring-successfully-joined-meeting',
      'monitoring-nutcracker-started-hotword',
      'monitoring-live-pod-name',
      'monitoring-image-name',
      'monitoring-final-transcript-sent-hotword',
      'monitoring-final-transcript-sent-hotword',
      'monitoring-highlight-sent-to-transcriber-hotword',
      'monitoring-hang-up-reason-wrapi',
      'monitoring-meeting-end-reason-wrapi',
      'monitoring-meeting-completed-successfully-hotword',
      'monitoring-leave-the-meeting-because',
      'monitoring-vmc-time-stats',
      'monitoring-voicea-client-out',
      'monitoring-recording-duration-set-hotword',
      'socket-opened-hotword',
      'socket-closed-hotword',
    ].sort(),
  )
  const fields = (metric: string) => metrics.find(event => event.metric === metric)!.fields
  expect(fields('monitoring-pod-creations-hotword')).toMatchObject({ elapsedMs: expect.any(Number) })
  expect(fields('monitoring-hotword-pod-metrics')).toEqual({
    hotwordCreationAbsoluteMs: expect.any(Number),
    hotwordCreationElapsedMs: expect.any(Number),
  })
  expect(fields('monitoring-meeting-end-reason-wrapi')).toEqual({ meeting_end_reason: 'dropped' })
  expect(fields('monitoring-hang-up-reason-wrapi')).toEqual({
    meeting_end_reason: 'dropped',
    by: 'host@example.com',
  })
  const { recordingDurationInSeconds } = fields('monitoring-recording-duration-set-hotword')
  expect(recordingDurationInSeconds).toBeGreaterThanOrEqual(2.5)
  const ledger = (await host.ledger(id)).map(event => event.name)
  expect(ledger).toEqual(
    expect.arrayContaining([
      'meeting_created',
      'call_started',
      'room_opened',
      'client_joined',
      'stream_started',
      'highlight_created',
      'client_left',
      'meeting_ended',
      'audio_mixed',
    ]),
  )
  // Once more changes nothing.
  expect((await host.drop(id)).status).toBe(200)
  expect((await host.call(liveAddress, { params: { id } })).status).toBe(409)
})

describe('the recording', () => {
  test('two voices that overlap lie in it where they were spoken, to 50 ms', async () => {
    const host = await LiveHost.start()
    const { id, client: one } = await host.meetingWithClient()
    const two = await host.join(id)
    const [first, second] = ['jfk', 'austen-0870'].map(name =>
      loadRecording(name).slice(0, 4 * SAMPLE_RATE_HZ),
    )
    // The second voice has a hole of 1.5 seconds in it, which its clock shows.
    one.speak(first!, { startMs: 0 })
    two.speak(second!.slice(0, 32_000), { startMs: 0 })
    two.speak(second!.slice(32_000), { startMs: 3500 })
    one.command('ping')
    two.command('ping')
    await one.until('pong')
    await two.until('pong')
    await host.drop(id)
    await host.untilEnded(id)
    const { rows } = await host.server.app.database.pool.query(
      'select anchor_ms from live_stream where meeting_id = $1 order by number',
      [id],
    )
    const [anchorOne, anchorTwo] = rows.map(row => row.anchor_ms as number)
    const mixed = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
    const near = (ms: number) => ({
      from: Math.round((ms - 150) * SAMPLES_PER_MS),
      to: Math.round((ms + 150) * SAMPLES_PER_MS),
    })
    const places = [
      { part: first!.slice(SAMPLE_RATE_HZ, 32_000), atMs: anchorOne! + 1000 },
      { part: first!.slice(40_000, 56_000), atMs: anchorOne! + 2500 },
      { part: second!.slice(8_000, 24_000), atMs: anchorTwo! + 500 },
      { part: second!.slice(40_000, 56_000), atMs: anchorTwo! + 3500 + 500 },
    ]
    for (const { part, atMs } of places) {
      const { at, fit } = findIn(mixed, part, near(atMs))
      // When each client is first heard decides which of the other's words lie over this part, and how loud they are.
      expect(fit).toBeGreaterThan(0.2)
      expect(Math.abs(at / SAMPLES_PER_MS - atMs)).toBeLessThan(50)
    }
  })

  test('a hole in the arrivals is silence where the client tells no places', async () => {
    const host = await LiveHost.start()
    const { id, client } = await host.meetingWithClient()
    client.speak(tone(640))
    client.command('ping')
    await client.until('pong')
    const pausedAt = Date.now()
    await vi.waitFor(() => expect(Date.now() - pausedAt).toBeGreaterThan(1500))
    client.speak(tone(640))
    client.command('ping')
    const pongs = await client.until('pong', 2)
    expect(pongs[1]!.audio_received_millis).toEqual({ 0: 1280 })
    await host.drop(id)
    await host.untilEnded(id)
    const mixed = await decodeFlac(host.server.app.storage, meetingFiles.audio(id))
    const { rows } = await host.server.app.database.pool.query('select anchor_ms from live_stream')
    expect(mixed.length / SAMPLES_PER_MS - rows[0].anchor_ms).toBeGreaterThan(2100)
  })

  test('no one spoke: the meeting ends without sound', async () => {
    const host = await LiveHost.start()
    const id = await host.createMeeting()
    await host.drop(id)
    await host.untilEnded(id)
    expect((await host.call(audioUrl, { params: { id }, query: { audio_type: 'flac' } })).status).toBe(404)
    expect((await host.call(getTranscript, { params: { id } })).status).toBe(200)
    expect(await (await host.call(getMeeting, { params: { id } })).json()).toMatchObject({
      recording: 'none',
    })
  })
})

test('a meeting that everyone left ends by itself, with the reason', async () => {
  const host = await LiveHost.start({}, { liveRoomLimits: { abandonedMs: 500, sweepMs: 50 } })
  const { id, client } = await host.meetingWithClient()
  client.speak(silence(200))
  client.close()
  await host.untilEnded(id)
  const metrics = await host.metrics(id)
  const end = metrics.find(event => event.metric === 'monitoring-meeting-end-reason-wrapi')
  expect(end!.fields).toMatchObject({ meeting_end_reason: 'abandoned' })
})

test('speech that had no text when the call ended gets it before the meeting is complete, each word once', async () => {
  const host = await LiveHost.start(
    { segments: sentences('one', 'two', 'three').map(segment => ({ ...segment, delayMs: 4000 })) },
    { liveRoomLimits: { sweepMs: 50, drainMs: 100 } },
  )
  const { id, client } = await host.meetingWithClient()
  client.speak(tone(3000), { startMs: 0 })
  client.command('ping')
  await client.until('pong')
  await host.drop(id)
  expect(client.finals).toEqual([])
  await host.untilEnded(id)
  const { results } = (await (await host.call(getTranscript, { params: { id } })).json()) as {
    results: { start_millis: number; alternatives: { transcript: string }[] }[]
  }
  expect(results.map(one => one.alternatives[0]!.transcript)).toEqual(['one', 'two', 'three'])
  const { rows } = await host.server.app.database.pool.query('select anchor_ms from live_stream')
  expect(results.map(one => one.start_millis - rows[0].anchor_ms)).toEqual([100, 1100, 2100])
})

test('a call that ends after a restart and a clock set forward by an hour is as long as its recording', async () => {
  const env = { LIVETAP_SECRET: 'one secret for both nodes' }
  const one = await LiveHost.start({}, { env })
  const { databaseUrl, storage } = one.server.app.config
  const folder = storage.kind === 'folder' ? storage.folder : ''
  const more = { ...env, DATABASE_URL: databaseUrl!, LIVETAP_STORAGE: folder }
  const two = await LiveHost.start({}, { env: more }, one)
  const { id, client } = await one.meetingWithClient()
  client.speak(tone(2500), { startMs: 0 })
  client.command('ping')
  await client.until('pong')
  await one.server.app.liveRoom.service.close()
  await one.server.app.nodes.own.stop()
  // As if the clock had been an hour behind when the call began.
  const hour = "update meeting set started_at = started_at - interval '1 hour' where id = $1"
  await two.server.app.database.pool.query(hour, [id])
  expect((await two.drop(id)).status).toBe(200)
  await two.untilEnded(id)
  const { durationMs, startedAt, endedAt } = await two.server.app.meetings.service.get(id)
  expect(durationMs).toBeGreaterThanOrEqual(2500)
  expect(durationMs).toBeLessThan(60_000)
  expect(endedAt!.getTime() - startedAt.getTime()).toBe(durationMs)
})
