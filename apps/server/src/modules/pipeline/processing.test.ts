import type { Conference, RecentMeetingsAnswer } from '@livetap/contract'
import { getConference } from '@livetap/contract/calls/conferencing'
import { changeProcessing, deleteMeeting, getMeeting, recentMeetings } from '@livetap/contract/calls/meetings'
import { getPeaks, getTranscript, listHighlights } from '@livetap/contract/calls/transcripts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MediaError } from '../../platform/media/media-error'
import { StorageError } from '../../platform/storage/storage'
import { logMessages } from '../../testing/log-messages'
import { endsOf } from '../../testing/meetings/ends-of'
import { type TestServer, testServer } from '../../testing/test-server'
import type { SpeechTools } from './speech-tools'
import { STAGES } from './stage-outputs'
import { PipelineClient } from './testing/pipeline-client'
import { SCRIPT_PERIOD_MS, scriptedTools } from './testing/scripted-tools'
import { humWav } from './testing/test-sound'

let server: TestServer
let client: PipelineClient
/** What the engine does with the next recording. */
let diarize: SpeechTools['diarize']
let recognize: SpeechTools['recognize']
let secondOpinion: SpeechTools['secondOpinion']
const scripted = scriptedTools()

beforeEach(() => {
  ;({ diarize, recognize, secondOpinion } = scripted)
})

beforeAll(async () => {
  const speech: SpeechTools = {
    ...scripted,
    diarize: (pcm, work) => diarize(pcm, work),
    recognize: (pcm, work) => recognize(pcm, work),
    secondOpinion: (pcm, first, work) => secondOpinion(pcm, first, work),
  }
  server = await testServer({ speech, nodeTimes: { heartbeatMs: 100, silentMs: 5_000 } })
  client = new PipelineClient(server)
})
afterAll(() => server?.close())

const rows = async (sql: string, id: string) => (await server.app.database.pool.query(sql, [id])).rows

describe('the pipeline', () => {
  test('writes text, words, speakers, highlights, shards, peaks and what happened', async () => {
    const id = await client.upload('hum.wav', humWav((2 * SCRIPT_PERIOD_MS) / 1000), {
      trainable_shard_percent: 100,
      enable_ensemble: true,
    })
    expect(await client.settled(id)).toMatchObject({
      status: 'CallEnded',
      stage: 'statistics',
      duration: 16_000,
    })
    const { results } = await client.transcript(id)
    expect(results.map(({ alternatives }) => alternatives[0]?.transcript)).toEqual([
      'hello from here',
      'okay eva action item buy milk again',
      'hello from here',
      'okay eva action item buy milk again',
    ])
    expect(results.map(({ transcript_type }) => transcript_type)).toEqual([
      'final',
      'enhanced',
      'final',
      'enhanced',
    ])
    expect(results.map(({ speaker_segments }) => speaker_segments?.[0]?.speaker_id)).toEqual([
      '1',
      '1',
      '2',
      '2',
    ])
    for (const { alternatives } of results) {
      const starts = alternatives[0]!.words!.map(word => word.start_millis)
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    }
    const { highlights } = (await (await client.call(listHighlights, { params: { id } })).json()) as {
      highlights: { highlight_label: string; trigger_info: { trigger_word: string } }[]
    }
    expect(highlights).toHaveLength(2)
    expect(highlights[0]).toMatchObject({
      highlight_label: 'action_item',
      trigger_info: { trigger_word: 'action item' },
    })
    const peaks = (await (await client.call(getPeaks, { params: { id } })).json()) as {
      peaks: number[]
    }
    expect(peaks.peaks).toHaveLength(2 * 1_600)
    expect(Math.max(...peaks.peaks)).toBe(7)

    const shards = await rows('select * from shard where meeting_id = $1 order by start_offset_ms', id)
    expect(shards.map(shard => [shard.start_offset_ms, shard.end_offset_ms])).toEqual([
      [500, 4_000],
      [8_500, 12_000],
    ])
    for (const { peaks, audio_bytes, storage_key, ...shard } of shards) {
      expect(peaks.peaks).toHaveLength(
        2 * Math.ceil((shard.end_offset_ms - shard.start_offset_ms) / peaks.step_millis),
      )
      expect(Math.max(...peaks.peaks)).toBeGreaterThan(0)
      expect((await server.app.storage.stat(storage_key))!.size).toBe(audio_bytes)
    }
    const logged = await rows('select metric, fields from log_event where meeting = $1 order by id', id)
    const metrics = Object.fromEntries(logged.map(row => [row.metric, row.fields]))
    expect(metrics['monitoring-recording-duration-set-hotword']).toMatchObject({
      recordingDurationInSeconds: 16,
    })
    expect(metrics['monitoring-final-transcript-sent-hotword']).toMatchObject({ count: 4 })
    expect(metrics['monitoring-transcript-middleware-success']).toMatchObject({ count: 2, share: 0.5 })
    expect(metrics['monitoring-highlight-sent-to-transcriber-hotword']).toMatchObject({ count: 2 })
    expect(metrics['monitoring-nutcracker-started-hotword']).toMatchObject({ elapsedMs: expect.any(Number) })
    const finished = logged.filter(({ metric }) => metric === 'stage-finished')
    expect(finished.map(({ fields }) => fields.stage)).toEqual(STAGES)
    for (const { fields } of finished) expect(fields.elapsedMs).toBeGreaterThanOrEqual(0)
    expect(await endsOf(server, id)).toMatchObject({
      ledger: [{ reason: 'completed', utterances: 4, speakers: 2, duration_ms: 16_000 }],
      reasons: ['completed'],
      completed: 1,
    })
    const { startedAt, endedAt } = await server.app.meetings.service.get(id)
    const [{ first, last, ended }] = (await rows(
      `select min(time) as first, max(time) as last,
        max(time) filter (where metric = 'monitoring-meeting-completed-successfully-hotword') as ended
       from log_event where meeting = $1 and metric like 'monitoring-%'`,
      id,
    )) as [{ first: Date; last: Date; ended: Date }]
    // The last entry is written when the processing ends; the end that it names is the recording's.
    expect([first, last]).toEqual([startedAt, ended])
    expect(metrics['monitoring-meeting-completed-successfully-hotword']).toEqual({
      start_time: startedAt.toISOString(),
      end_time: endedAt?.toISOString(),
    })
    const ledger = await rows('select name, fields from ledger_event where meeting = $1', id)
    for (const { fields } of ledger) expect(fields).toHaveProperty('timestamp')
    expect(await server.app.events.ledger.verify(id)).toEqual({
      meeting: id,
      events: ledger.length,
      breaks: [],
    })
    const cut = ledger.filter(({ name }) => name === 'shard_created').map(({ fields }) => fields)
    expect(cut.map(({ shardStart_at }) => shardStart_at)).toEqual(
      shards.map(shard => new Date(startedAt.getTime() + shard.start_offset_ms).toISOString()),
    )
    for (const fields of cut) expect(fields).toHaveProperty('created_at')
    const stages = await rows(
      'select stage from pipeline_stage where meeting_id = $1 order by finished_at',
      id,
    )
    expect(stages.map(row => row.stage)).toEqual([...STAGES])
    expect(await rows('select * from pipeline_part where meeting_id = $1', id)).toEqual([])
  })

  test('a running meeting shows its stage, says that it is not ready, and can be cancelled and run again', async () => {
    let begun = () => {}
    const reached = new Promise<void>(resolve => {
      begun = resolve
    })
    diarize = (_, { signal }) =>
      new Promise((_, reject) => {
        begun()
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const id = await client.upload('hum.wav', humWav(8))
    await reached
    expect(await client.meeting(id)).toMatchObject({ status: 'processing', stage: 'diarization' })
    const early = await client.call(getTranscript, { params: { id } })
    expect(early.status).toBe(409)
    expect(await early.text()).toContain('Meeting is not yet ready')

    const cancelled = await client.call(changeProcessing, { params: { id, action: 'cancel' } })
    expect(await cancelled.json()).toMatchObject({ status: 'failed', error: 'Processing was cancelled' })
    expect((await client.call(changeProcessing, { params: { id, action: 'cancel' } })).status).toBe(409)
    expect(await endsOf(server, id)).toMatchObject({
      ledger: [{ reason: 'cancelled', stage: 'diarization' }],
      reasons: ['cancelled'],
      completed: 0,
    })

    diarize = scripted.diarize
    const again = await client.call(changeProcessing, { params: { id, action: 'retry' } })
    expect(again.status).toBe(200)
    expect(await client.settled(id)).toMatchObject({ status: 'CallEnded', error: null })
    expect((await client.transcript(id)).results).toHaveLength(2)
    expect(await endsOf(server, id)).toMatchObject({ reasons: ['cancelled', 'completed'], completed: 1 })
    const probes = await rows(
      "select 1 from ledger_event where meeting = $1 and name = 'recording_probed'",
      id,
    )
    expect(probes).toHaveLength(1)
  })

  test('the end of an upload is the end of its recording, while it is processed and afterwards', async () => {
    let begun = () => {}
    const reached = new Promise<void>(resolve => {
      begun = resolve
    })
    let goOn = () => {}
    const gate = new Promise<void>(resolve => {
      goOn = resolve
    })
    diarize = async (sound, work) => {
      begun()
      await gate
      return await scripted.diarize(sound, work)
    }
    const id = await client.upload('hum.wav', humWav(8))
    const { start } = await client.meeting(id)
    const ended = new Date(Date.parse(start) + 8_000).toISOString()
    const [{ conference_id }] = await rows('select conference_id from meeting where id = $1', id)
    const endOfConference = async () => {
      const answer = await client.call(getConference, { params: { id: conference_id } })
      return ((await answer.json()) as Conference).end
    }
    const endInList = async () => {
      const answer = await client.call(recentMeetings, { query: { recent: 200 } })
      const { meetings } = (await answer.json()) as RecentMeetingsAnswer
      return meetings.find(meeting => meeting.id === id)?.end
    }
    const ends = async () => [(await client.meeting(id)).end, await endInList(), await endOfConference()]

    await reached
    expect((await client.meeting(id)).status).toBe('processing')
    expect(await ends()).toEqual([ended, ended, ended])
    goOn()
    expect(await client.settled(id)).toMatchObject({ status: 'CallEnded', start, duration: 8_000 })
    expect(await ends()).toEqual([ended, ended, ended])
    const [completed] = await rows(
      "select time, fields from log_event where meeting = $1 and metric = 'monitoring-meeting-completed-successfully-hotword'",
      id,
    )
    expect(completed.fields).toEqual({ start_time: start, end_time: ended })
    // An entry of the log has the time at which it was written.
    expect(completed.time.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('a stage that fails for a while is tried again; one that fails for good fails the meeting', async () => {
    let failures = 1
    diarize = async (sound, work) => {
      if (failures-- > 0) throw new Error('the engine stumbled')
      return await scripted.diarize(sound, work)
    }
    const stumbled = await client.upload('hum.wav', humWav(8))
    expect(await client.settled(stumbled)).toMatchObject({ status: 'CallEnded' })
    expect(await logMessages(server, stumbled)).toContainEqual(
      expect.stringMatching(/^diarization failed \(attempt 1\), trying again/),
    )

    diarize = async () => {
      throw new MediaError('undecodable', 'No speakers found')
    }
    const failed = await client.upload('hum.wav', humWav(8))
    expect(await client.settled(failed)).toMatchObject({
      status: 'failed',
      error: 'No speakers found',
    })
    const ledger = await rows(
      "select fields from ledger_event where meeting = $1 and name = 'meeting_ended'",
      failed,
    )
    expect(ledger[0]?.fields).toMatchObject({
      reason: 'failed',
      stage: 'diarization',
      error: 'No speakers found',
    })
    expect(await endsOf(server, failed)).toMatchObject({ reasons: ['failed in diarization'], completed: 0 })
  })

  test('a storage that is away for longer than a stage waits fails no meeting: the job is tried again later', async () => {
    let isAway = true
    const speech: SpeechTools = {
      ...scripted,
      recognize: async (pcm, work) => {
        if (isAway) throw new StorageError('unavailable', 'the object storage did not answer')
        return await scripted.recognize(pcm, work)
      },
    }
    const own = await testServer({ speech, stageRetryMs: [] })
    const { pool } = own.app.database
    const uploader = new PipelineClient(own)
    const id = await uploader.upload('hum.wav', humWav(8))
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        'select state, failures, not_before > clock_timestamp() as later from job where subject = $1',
        [id],
      )
      expect(rows).toEqual([{ state: 'queued', failures: 1, later: true }])
    })
    isAway = false
    await pool.query('update job set not_before = clock_timestamp() where subject = $1', [id])
    expect(await uploader.settled(id)).toMatchObject({ status: 'CallEnded' })
  })

  test('the engine’s start is recorded when it is ready, and enhancement when it begins and when it ends', async () => {
    let id = ''
    const entries = (metric: string) =>
      rows(`select time, fields from log_event where meeting = $1 and metric = '${metric}' order by id`, id)
    const startNames = 'monitoring-nutcracker-started-hotword'
    const enhanced = 'monitoring-transcript-middleware-success'
    let openedAt = 0
    recognize = async (pcm, work) => {
      const results = await scripted.recognize(pcm, {
        ...work,
        onOpened() {
          openedAt = Date.now()
          work.onOpened()
        },
      })
      // Recognition goes on, and its engine is known to have started.
      await vi.waitFor(async () => expect(await entries(startNames)).toHaveLength(1))
      return results
    }
    secondOpinion = async (...opinion) => {
      const started = { phase: 'started', count: 0 }
      await vi.waitFor(async () => expect(await entries(enhanced)).toMatchObject([{ fields: started }]))
      return await scripted.secondOpinion(...opinion)
    }
    id = await client.upload('hum.wav', humWav(8), { enable_ensemble: true })
    expect(await client.settled(id)).toMatchObject({ status: 'CallEnded' })
    const [start] = await entries(startNames)
    expect(start.fields.engine).toBe(scripted.engine)
    expect(start.time.getTime() - openedAt).toBeLessThan(1_000)
    const [sent] = await entries('monitoring-final-transcript-sent-hotword')
    expect(sent.fields.recognitionMs).toBeGreaterThan(start.fields.elapsedMs)
    const [began, done] = await entries(enhanced)
    expect([began.fields, done.fields]).toMatchObject([
      { phase: 'started', count: 0 },
      { phase: 'ended', count: 1 },
    ])
    expect(done.time.getTime()).toBeGreaterThan(began.time.getTime())
  })

  test('deleting a meeting ends its run, and nothing of it is left', async () => {
    let begun = () => {}
    const reached = new Promise<void>(resolve => {
      begun = resolve
    })
    const ended = new Promise<void>(resolve => {
      diarize = (_, { signal }) =>
        new Promise((_, reject) => {
          begun()
          signal.addEventListener('abort', () => {
            resolve()
            reject(signal.reason)
          })
        })
    })
    const id = await client.upload('hum.wav', humWav(8))
    await reached
    await client.call(deleteMeeting, { params: { id } })
    await ended
    expect((await client.call(getMeeting, { params: { id } })).status).toBe(404)
    expect(await rows('select 1 from job where meeting_id = $1', id)).toEqual([])
    expect(await rows('select 1 from utterance where meeting_id = $1', id)).toEqual([])
  })
})
