import { concatPcm, SAMPLES_PER_MS } from '@livetap/audio'
import type { MeetingDetail } from '@livetap/contract'
import { deleteMeeting, getMeeting } from '@livetap/contract/calls/meetings'
import {
  createHighlight,
  editUtterance,
  getTranscript,
  listHighlights,
  renameSpeaker,
} from '@livetap/contract/calls/transcripts'
import { SpeechError } from '@livetap/speech'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../platform/log/log'
import { meetingPrefix } from '../../meetings'
import { OffTheRecordStore } from '../../transcripts/off-the-record.store'
import { silence, tone } from '../testing/live-client'
import { LiveHost } from '../testing/live-host'
import { LoudTools } from '../testing/loud-tools'
import { decodeFlac, loudness } from '../testing/recording'
import { sentences } from '../testing/spoken-script'

/** A sentence a second, as the script has them. */
const spoken = (count: number) =>
  concatPcm(Array.from({ length: count }, () => concatPcm([silence(100), tone(800), silence(100)])))

const liveRoomLimits = { sweepMs: 50, pauseMs: 60_000 }
const nodeTimes = { heartbeatMs: 200, silentMs: 2_000 }
const live = sentences('we shipped Friday', 'by a milk', 'so long')
const better = ['we ship on Friday', 'buy the milk', 'so long then']

const tools = new LoudTools(better)
const logged: string[] = []
let host: LiveHost
let after: AfterCall

beforeAll(async () => {
  const log = createLog('warn', { write: line => logged.push(line) })
  const options = { speech: tools, nodeTimes, log, liveRoomLimits, repeatDelaysMs: [20, 20] }
  host = await LiveHost.start({ segments: live }, options)
  after = new AfterCall(host)
})
beforeEach(() => tools.reset())
afterAll(() => host?.server.close())

/** What becomes of a meeting after its end, as the database and the API have it. */
class AfterCall {
  constructor(private readonly host: LiveHost) {}

  query = async <T>(text: string, id: string) =>
    (await this.host.server.app.database.pool.query(text, [id])).rows as T[]

  async state(id: string): Promise<string | undefined> {
    const [run] = await this.query<{ state: string }>('select state from job where meeting_id = $1', id)
    return run?.state
  }

  async until(id: string, state: string): Promise<void> {
    await vi.waitFor(async () => expect(await this.state(id)).toBe(state), { interval: 30 })
  }

  async text(id: string) {
    const { results } = (await (await this.host.call(getTranscript, { params: { id } })).json()) as {
      results: {
        id: string
        speaker_ids?: string[]
        csis: number[]
        transcript_type: string
        alternatives: { transcript: string }[]
      }[]
    }
    return results.map(({ alternatives, ...rest }) => ({ ...rest, text: alternatives[0]!.transcript }))
  }

  async enhancement(id: string): Promise<string | undefined> {
    const detail = (await (await this.host.call(getMeeting, { params: { id } })).json()) as MeetingDetail
    return detail.enhancement
  }

  texts = async (id: string) => (await this.text(id)).map(({ text }) => text)

  /** A call with one voice that says three sentences. */
  async call(given: object) {
    const { id, client } = await this.host.meetingWithClient(given)
    client.speak(spoken(3), { startMs: 0, csi: 7 })
    await client.until('transcript_final_result', 3)
    return { id, client }
  }

  async end(id: string) {
    await this.host.drop(id)
    await this.host.untilEnded(id)
  }

  async files(id: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of this.host.server.app.storage.list(meetingPrefix(id))) keys.push(key)
    return keys.map(key => key.slice(meetingPrefix(id).length))
  }
}

const shardsOf = `select id, storage_key, start_offset_ms, end_offset_ms, csi, ci_uuid, participant_id,
  global_participant_id, transcript, transcript_type
  from shard where meeting_id = $1 order by start_offset_ms`

interface ShardRow {
  id: string
  storage_key: string
  start_offset_ms: number
  end_offset_ms: number
  csi: number
  ci_uuid: string
  participant_id: string
  global_participant_id: string
  transcript: string
  transcript_type: string
}

test('an ended call leaves shards of each voice, none of what was off the record; without ensemble its text stays', async () => {
  const { id, client } = await after.call({ enable_ensemble: false, trainable_shard_percent: 100 })
  client.command('meeting_off_the_record', { duration: '1s', at_millis: 1000 })
  const [gap] = await client.until('off_the_record')
  await after.end(id)
  const liveText = await after.text(id)
  expect(liveText.map(({ text }) => text)).toEqual(['we shipped Friday', 'so long'])
  await after.until(id, 'done')

  expect(await after.text(id)).toEqual(liveText)
  expect(await after.enhancement(id)).toBe('none')
  const shards = await after.query<ShardRow>(shardsOf, id)
  expect(shards.map(({ transcript }) => transcript).join(' ')).toBe('we shipped Friday so long')
  const { from_millis, until_millis } = gap!.data as { from_millis: number; until_millis: number }
  for (const shard of shards) {
    expect(shard).toMatchObject({
      csi: 7,
      ci_uuid: 'user-1',
      participant_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      global_participant_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      transcript_type: 'final',
    })
    const pcm = await decodeFlac(host.server.app.storage, shard.storage_key)
    const length = shard.end_offset_ms - shard.start_offset_ms
    expect(Math.abs(pcm.length / SAMPLES_PER_MS - length)).toBeLessThan(2)
    expect(loudness(pcm, 0, length)).toBeGreaterThan(1_000)
    const place = (ms: number) => Math.min(length, Math.max(0, ms - shard.start_offset_ms))
    expect(loudness(pcm, place(from_millis), place(until_millis))).toBe(0)
  }
  // Nothing of the single voices is left, and the meeting never stopped being an ended call.
  expect((await after.files(id)).filter(name => !name.startsWith('shards/')).sort()).toEqual([
    'audio.flac',
    'peaks.json',
  ])
  const [meeting] = await after.query('select status, stage, error from meeting where id = $1', id)
  expect(meeting).toEqual({ status: 'CallEnded', stage: '', error: null })
  const later = (await host.ledger(id)).slice(
    (await host.ledger(id)).findIndex(one => one.name === 'audio_mixed'),
  )
  expect(new Set(later.slice(1).map(({ name }) => name))).toEqual(new Set(['shard_created']))
  const metrics = (await host.metrics(id)).map(({ metric }) => metric)
  expect(metrics.at(-1)).toBe('monitoring-recording-duration-set-hotword')
})

test('what was off the record is silent in the shards, also where its sound was still stored at the end', async () => {
  const { id } = await after.call({ enable_ensemble: false, trainable_shard_percent: 100 })
  // As a crash leaves it that came before the sound was silenced.
  const stream = await vi.waitFor(async () => {
    const [row] = await after.query<{ anchor_ms: number }>(
      'select anchor_ms from live_stream where meeting_id = $1',
      id,
    )
    expect(row).toBeDefined()
    return row!
  })
  const startMs = Math.round(stream.anchor_ms) + 1000
  const endMs = startMs + 1000
  const askedBy = 'host@example.com'
  await new OffTheRecordStore(host.server.app.database.kysely).add(id, { startMs, endMs, askedBy })
  await after.end(id)
  await after.until(id, 'done')
  const shards = await after.query<ShardRow>(shardsOf, id)
  expect(shards).not.toEqual([])
  for (const { storage_key, start_offset_ms: at, end_offset_ms: end } of shards) {
    const pcm = await decodeFlac(host.server.app.storage, storage_key)
    const place = (ms: number) => Math.min(end - at, Math.max(0, ms - at))
    expect(loudness(pcm, 0, end - at)).toBeGreaterThan(1_000)
    expect(loudness(pcm, place(startMs), place(endMs))).toBe(0)
  }
})

test('with ensemble the enhanced text replaces the live text in one step; an edit made meanwhile, highlights and names stay', async () => {
  const goOn = tools.wait()
  const { id } = await after.call({ enable_ensemble: true, trainable_shard_percent: 100 })
  await after.end(id)
  const before = await after.text(id)
  await vi.waitFor(async () => expect(await after.enhancement(id)).toBe('pending'))
  expect(before.map(({ text }) => text)).toEqual(['we shipped Friday', 'by a milk', 'so long'])
  const params = { id, utteranceId: before[1]!.id }
  const edit = await host.call(editUtterance, { params, body: { text: 'Buy milk!', version: 0 } })
  expect(edit.status).toBe(200)
  const named = await host.call(renameSpeaker, { params: { id, speakerId: '1' }, body: { name: 'Ada' } })
  expect(named.status).toBe(200)
  const highlight = { text: 'we shipped', start_millis: 0, end_millis: 500 }
  const trigger_info = { type: 'manual', trigger_by: 'host@example.com' }
  const highlighted = await host.call(createHighlight, {
    params: { id },
    body: {
      meeting_id: id,
      timestamp: Date.now(),
      highlight: { ...highlight, trigger_info },
      highlight_id: 'h-1',
    },
  })
  expect(highlighted.status).toBe(200)
  const { highlights } = (await (await host.call(listHighlights, { params: { id } })).json()) as {
    highlights: object[]
  }
  const revisions: { count: number; texts: string[] }[] = []
  goOn()
  // A reader sees the old text or the new one, never a mixture.
  await vi.waitFor(
    async () => {
      const texts = await after.texts(id)
      revisions.push({ count: texts.length, texts })
      expect(await after.state(id)).toBe('done')
    },
    { interval: 5 },
  )
  const old = ['we shipped Friday', 'Buy milk!', 'so long']
  const fresh = ['we ship on Friday indeed', 'Buy milk!', 'so long then indeed']
  for (const { texts } of revisions) expect([old, fresh]).toContainEqual(texts)
  const enhanced = await after.text(id)
  expect(await after.enhancement(id)).toBe('done')
  expect(enhanced.map(({ text }) => text)).toEqual(fresh)
  expect(enhanced.map(one => one.transcript_type)).toEqual(['enhanced', 'final', 'enhanced'])
  expect(enhanced[1]!.id).toBe(before[1]!.id)
  for (const one of enhanced) expect(one).toMatchObject({ csis: [7] })
  const listed = (await (await host.call(listHighlights, { params: { id } })).json()) as {
    highlights: object[]
  }
  expect(listed.highlights).toEqual(highlights)
  const [name] = await after.query('select name from speaker_name where meeting_id = $1', id)
  expect(name).toEqual({ name: 'Ada' })
  const shards = await after.query<ShardRow>(shardsOf, id)
  expect(shards.map(({ transcript }) => transcript).join(' ')).toBe(fresh.join(' '))
  const metrics = (await host.metrics(id)).map(({ metric, fields }) => ({ metric, phase: fields.phase }))
  const metric = 'monitoring-transcript-middleware-success'
  expect(metrics.slice(-2)).toEqual([
    { metric, phase: 'started' },
    { metric, phase: 'ended' },
  ])
  expect((await host.ledger(id)).map(one => one.name)).toContain('transcript_enhanced')
})

test('with ensemble too, what was off the record is neither in the enhanced text nor in a shard', async () => {
  const { id, client } = await after.call({ enable_ensemble: true, trainable_shard_percent: 100 })
  client.command('meeting_off_the_record', { duration: '1s', at_millis: 1000 })
  await client.until('off_the_record')
  await after.end(id)
  await after.until(id, 'done')
  const enhanced = await after.text(id)
  expect(enhanced.map(one => one.transcript_type)).toEqual(['enhanced', 'enhanced'])
  const said = enhanced.map(({ text }) => text)
  // The second engine heard two loud parts, the first and the third: the one between them was silenced.
  expect(said).toEqual(['we ship on Friday indeed', 'buy the milk indeed'])
  const shards = await after.query<ShardRow>(shardsOf, id)
  expect(shards.map(({ transcript }) => transcript).join(' ')).toBe(said.join(' '))
})

test('a sentence that the small model made is made again after the call, also without ensemble', async () => {
  const late = host.engine.scripted.script.segments![1]!
  late.lowQuality = true
  onTestFinished(() => void delete late.lowQuality)
  const { id } = await after.call({ enable_ensemble: false })
  await after.end(id)
  await after.until(id, 'done')
  expect(await after.texts(id)).toEqual(['we shipped Friday', 'buy the milk', 'so long'])
})

test('it yields to a running call and goes on after it; a deleted meeting leaves nothing', async () => {
  const goOn = tools.wait()
  const { id } = await after.call({ enable_ensemble: true, trainable_shard_percent: 100 })
  await after.end(id)
  await after.until(id, 'running')
  await vi.waitFor(() => expect(tools.started).toBe(1))
  const other = await host.meetingWithClient()
  await after.until(id, 'queued')
  goOn()
  other.client.speak(spoken(1), { startMs: 0 })
  await other.client.until('transcript_final_result')
  expect(await after.state(id)).toBe('queued')
  expect(await after.texts(id)).toEqual(['we shipped Friday', 'by a milk', 'so long'])
  await host.drop(other.id)
  await after.until(id, 'done')
  expect(await after.texts(id)).toContain('we ship on Friday indeed')
  expect((await after.files(id)).some(name => name.startsWith('shards/'))).toBe(true)
  // Nothing was to be done with the other one.
  expect(await after.state(other.id)).toBeUndefined()

  expect((await host.call(deleteMeeting, { params: { id } })).ok).toBe(true)
  expect(await after.files(id)).toEqual([])
  expect(await after.query<ShardRow>(shardsOf, id)).toEqual([])
  expect(await after.state(id)).toBeUndefined()
})

test('a failure that stays leaves the meeting as it was, and is said in the log', async () => {
  tools.failure = new SpeechError('unavailable', 'no models')
  const { id } = await after.call({ enable_ensemble: true, trainable_shard_percent: 100 })
  await after.end(id)
  await after.until(id, 'failed')
  expect(await after.texts(id)).toEqual(['we shipped Friday', 'by a milk', 'so long'])
  const [meeting] = await after.query('select status, error from meeting where id = $1', id)
  expect(meeting).toEqual({ status: 'CallEnded', error: null })
  expect((await after.files(id)).sort()).toEqual(['audio.flac', 'peaks.json'])
  expect((await host.ledger(id)).at(-1)!.name).toBe('audio_mixed')
  const said = logged.filter(line => line.includes('live text stays')).map(line => JSON.parse(line))
  expect(said).toMatchObject([{ meeting: id, stage: 'recognition', reason: 'no models' }])
  expect(logged.filter(line => line.includes('tried again later') && line.includes(id))).toHaveLength(2)
})

test('a failure that goes away is over with the next try', async () => {
  tools.failure = new SpeechError('unavailable', 'no models')
  tools.failures = 1
  const { id } = await after.call({ enable_ensemble: true, trainable_shard_percent: 100 })
  await after.end(id)
  await after.until(id, 'done')
  expect(await after.texts(id)).toContain('we ship on Friday indeed')
  expect(await after.query<ShardRow>(shardsOf, id)).not.toEqual([])
  expect(logged.filter(line => line.includes('tried again later') && line.includes(id))).toHaveLength(1)
})
