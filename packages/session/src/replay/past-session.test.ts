import { longMeeting } from '@livetap/transcript/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiClient } from '../api-client'
import { MeetingRecord } from '../meeting/meeting-record'
import { UndoOffers } from '../undo-offers'
import { PastSession } from './past-session'
import { FakeMedia } from './player/fake-media.test-support'

type Answer = { status?: number; body?: unknown } | 'hang' | 'offline'
type Handler = (url: URL, init: RequestInit) => Answer

const notReady: Answer = {
  status: 409,
  body: {
    message: 'Client Exception',
    errors: [{ description: 'Meeting is not yet ready (recognise, 40 %)' }],
  },
}
const refused = (status: number, description: string): Answer => ({
  status,
  body: { message: 'Client Exception', errors: [{ description }], trackingId: 'T-1' },
})
const detail = {
  id: 'm/1',
  title: 'Weekly',
  host: '',
  site: '',
  number: '',
  region: '',
  source: 'upload',
  status: 'CallEnded',
  stage: '',
  progress: 0,
  error: null,
  start: '2026-01-01T00:00:00Z',
  duration: 600_000,
}

let answers: Record<string, Handler>
let asked: string[]
let toasts: string[]
let offers: UndoOffers
let gone: string[]
let media: FakeMedia
let session: PastSession

const utterances = longMeeting(700)

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  toasts = []
  offers = new UndoOffers()
  gone = []
  media = new FakeMedia()
  answers = {
    'GET status': () => ({ body: { status: 'CallEnded' } }),
    'GET ': () => ({ body: detail }),
    'GET transcript': url => {
      const offset = Number(url.searchParams.get('offset'))
      const limit = Number(url.searchParams.get('limit'))
      return { body: { total: 700, results: utterances.slice(offset, offset + limit) } }
    },
    'GET highlights': () => ({ body: { highlights: [] } }),
    'GET audio': () => ({ body: { url: '/media/a.flac' } }),
    'GET video': () => refused(404, 'There is no video of this meeting'),
    'GET peaks': () => ({ body: { duration_millis: 4, step_millis: 2, peaks: [-1, 1, -2, 2] } }),
  }
  session = create()
})

afterEach(() => {
  session.dispose()
  vi.useRealTimers()
})

function create(startAtMs?: number): PastSession {
  const api = new ApiClient({
    origin: 'http://test',
    token: () => 'token',
    fetch: async (input, init = {}) => {
      const url = new URL(String(input))
      const name = `${init.method ?? 'GET'} ${url.pathname.split('/').slice(5).join('/')}`
      asked.push(`${name}${url.search}`)
      const answer = answers[name]?.(url, init) ?? refused(404, `no ${name}`)
      if (answer === 'offline') throw new TypeError('Failed to fetch')
      if (answer === 'hang') {
        return await new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        })
      }
      return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
        status: answer.status ?? 200,
      })
    },
  })
  const say = (kind: string) => (message: string) => toasts.push(`${kind}: ${message}`)
  return new PastSession({
    api,
    record: new MeetingRecord(api, 'm/1'),
    userName: 'ann',
    startAtMs,
    createMedia: () => {
      media = new FakeMedia()
      return media
    },
    notify: {
      info: say('info'),
      success: say('success'),
      warning: say('warning'),
      error: say('error'),
      offerUndo: offers.offer,
    },
    goTo: path => gone.push(path),
  })
}

const state = () => session.getSnapshot()
const count = (text: string) => toasts.filter(line => line === text).length

async function open(): Promise<void> {
  void session.start()
  await vi.advanceTimersByTimeAsync(50)
}

test('PAS-02 a meeting still in CallStarted warns and goes to its live view without recording', async () => {
  answers['GET status'] = () => ({ body: { status: 'CallStarted' } })
  await open()
  expect(toasts).toEqual(['warning: Meeting has not ended. Redirecting to live page view..'])
  expect(gone).toEqual(['/live/m%2F1/do_not_record_audio'])
  expect(session.replay.getSnapshot().transcript).toBeUndefined()
  expect(asked.some(call => call.startsWith('GET audio'))).toBe(false)
})

test('PAS-20 the documents’ queries are sent, and the first screen ahead of the rest', async () => {
  await open()
  const pages = asked.filter(call => call.startsWith('GET transcript'))
  const query = 'enable_word_time_offsets=true&segments_transcript=true'
  expect(pages).toEqual([
    `GET transcript?${query}&offset=0&limit=40`,
    `GET transcript?${query}&offset=40&limit=500`,
    `GET transcript?${query}&offset=540&limit=500`,
  ])
  expect(asked).toContain('GET audio?audio_type=flac')
  expect(session.replay.getSnapshot()).toMatchObject({ isComplete: true, total: 700 })
  expect(session.replay.getSnapshot().transcript?.utterances).toHaveLength(700)
})

test('the first screen is asked for beside the status; what a meeting answered that was not ready is not used', async () => {
  let asks = 0
  const hanging = answers['GET transcript']!
  answers['GET status'] = () => (asks++ === 0 ? notReady : { body: { status: 'CallEnded' } })
  answers['GET transcript'] = url => (asks === 1 ? notReady : hanging(url, {}))
  void session.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.filter(call => call.startsWith('GET transcript'))).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(session.replay.getSnapshot()).toMatchObject({ isComplete: true, total: 700 })
  expect(toasts).not.toContain('info: Transcripts are not yet ready')
})

test('a meeting that was saved without its sound opens calmly: no error, nothing more is asked for', async () => {
  answers['GET '] = () => ({ body: { ...detail, recording: 'none', duration: null } })
  answers['GET audio'] = () => refused(404, 'There is no recording of this meeting')
  await open()
  expect(state()).toMatchObject({ phase: 'open', isSoundless: true })
  await vi.advanceTimersByTimeAsync(6000)
  expect(toasts).toEqual([])
  expect(asked.filter(call => call.startsWith('GET audio'))).toEqual([])
  expect(asked).not.toContain('GET video')
  expect(asked).not.toContain('GET peaks')
})

test('PAS-03 a call that turns out to be without sound while it is awaited opens calmly too', async () => {
  const ended = { ...detail, recording: 'none', duration: null }
  let attempts = 0
  answers['GET status'] = () => ({ body: { status: 'processing' } })
  answers['GET '] = () => ({ body: attempts < 3 ? { ...detail, status: 'processing' } : ended })
  answers['GET transcript'] = () => {
    attempts += 1
    return attempts < 3 ? notReady : { body: { total: 0, results: [] } }
  }
  answers['GET highlights'] = () => (attempts < 3 ? notReady : { body: { highlights: [] } })
  answers['GET audio'] = () => (attempts < 3 ? notReady : refused(404, 'There is no audio of this meeting'))
  await open()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(state()).toMatchObject({ phase: 'open', isSoundless: true })
  expect(toasts.filter(line => line.startsWith('error'))).toEqual([])
})

test('a server that does not tell of the meeting holds up neither text nor sound', async () => {
  answers['GET '] = () => 'hang'
  await open()
  await vi.advanceTimersByTimeAsync(3000)
  expect(state()).toMatchObject({ phase: 'open', audioUrl: '/media/a.flac' })
})

test('of a deleted meeting it is said when it was deleted and by whom, and nothing has failed', async () => {
  for (const part of ['status', '', 'transcript', 'audio', 'highlights'])
    answers[`GET ${part}`] = () => refused(404, 'There is no such meeting')
  const deletion = { deleted_at: '2026-01-02T10:00:00Z', deleted_by: 'ann@example.org', reason: 'user' }
  answers['GET deletion'] = () => ({ body: deletion })
  await open()
  expect(state()).toMatchObject({ phase: 'failed', deletion })
  expect(toasts).toEqual([])
  answers['GET deletion'] = () => refused(404, 'This meeting was not deleted')
  await open()
  expect(state()).toMatchObject({ phase: 'failed', deletion: undefined })
  expect(toasts).toEqual(['error: Setup meeting past services flow failed: There is no such meeting'])
})

test('PAS-20 a bulk answer may take 120000 ms and no more', async () => {
  answers['GET peaks'] = () => 'hang'
  answers['GET transcript'] = () => 'hang'
  void session.start()
  await vi.advanceTimersByTimeAsync(119_000)
  expect(state().loading.transcripts).toBe(true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(toasts).toContain('info: Transcripts are not yet ready')
})

test('ACC-17 PAS-03 polls 60 times 5 s apart, with the not yet ready messages, then gives up', async () => {
  answers['GET transcript'] = () => notReady
  answers['GET audio'] = () => notReady
  answers['GET highlights'] = () => notReady
  await open()
  expect(toasts).toEqual(['info: Transcripts are not yet ready', 'info: Audio url is not yet ready'])
  await vi.advanceTimersByTimeAsync(4900)
  expect(state().attempt).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(state().attempt).toBe(2)
  await vi.advanceTimersByTimeAsync(57 * 5000)
  expect(state()).toMatchObject({ phase: 'polling', attempt: 59 })
  await vi.advanceTimersByTimeAsync(5000)
  expect(state().phase).toBe('failed')
  expect(asked.filter(call => call.startsWith('GET transcript?'))).toHaveLength(60)
  expect(asked.filter(call => call.startsWith('GET highlights'))).toHaveLength(60)
  // Each is said once, not at each attempt.
  expect(count('info: Transcripts are not yet ready')).toBe(1)
  expect(count('info: Audio url is not yet ready')).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.filter(call => call.startsWith('GET transcript?'))).toHaveLength(60)
})

test('PAS-03 after 60 attempts a recording that is still processed waits for a Check again', async () => {
  answers['GET status'] = () => ({ body: { status: 'processing' } })
  answers['GET '] = () => ({
    body: { ...detail, status: 'processing', stage: 'recognition', progress: 0.42 },
  })
  for (const part of ['transcript', 'audio', 'highlights']) answers[`GET ${part}`] = () => notReady
  await open()
  expect(state().processing?.fraction).toBeCloseTo(0.42)
  await vi.advanceTimersByTimeAsync(60 * 5000)
  expect(state()).toMatchObject({ phase: 'waiting', attempt: 60 })
  expect(toasts.some(line => line.startsWith('error'))).toBe(false)
  await open()
  expect(state()).toMatchObject({ phase: 'polling', attempt: 1 })
  expect(state().processing?.fraction).toBeCloseTo(0.42)
})

const liveLine = (id: string, start_millis: number, text: string) => ({
  id,
  transcript: { text, start_millis, end_millis: start_millis + 1000, csis: [7], language_code: 'en-US' },
})

test('PAS-03 while the final text is made the lines of the call are shown, as provisional; it takes their place', async () => {
  let isReady = false
  let spoken = 1
  const final = answers['GET transcript']!
  answers['GET transcript'] = (url, init) => (isReady ? final(url, init) : notReady)
  answers['GET transcript/live'] = () => ({
    body: { results: [liveLine('a', 500, 'so far'), liveLine('b', 2000, 'late')].slice(0, spoken), seq: 1 },
  })
  await open()
  const shown = () => session.replay.getSnapshot()
  const linesNow = () => shown().transcript?.utterances.map(({ text }) => text)
  expect(shown()).toMatchObject({ isProvisional: true, isComplete: false, total: 1 })
  expect(shown().transcript?.utterances[0]).toMatchObject({
    id: 'a',
    transcriptType: 'provisional',
    csis: [7],
  })
  spoken = 2
  await vi.advanceTimersByTimeAsync(5000)
  expect(linesNow()).toEqual(['so far', 'late'])
  await vi.advanceTimersByTimeAsync(20_000)
  // Once none came in there are no more to come.
  expect(asked.filter(call => call.startsWith('GET transcript/live'))).toHaveLength(3)
  expect(asked.filter(call => call.startsWith('GET transcript?'))).toHaveLength(6)
  const lengths: (number | undefined)[] = []
  const stop = session.replay.subscribe(() => lengths.push(shown().transcript?.utterances.length))
  isReady = true
  await vi.advanceTimersByTimeAsync(5050)
  stop()
  expect(shown()).toMatchObject({ isProvisional: false, isComplete: true, total: 700 })
  // The lines stay until the whole text is there.
  expect(new Set(lengths)).toEqual(new Set([2, 700]))
})

test('a meeting that opens when its text is made is no longer known as being processed', async () => {
  const final = answers['GET transcript']!
  let attempts = 0
  answers['GET status'] = () => ({ body: { status: 'processing' } })
  answers['GET '] = () => ({ body: attempts > 1 ? detail : { ...detail, status: 'processing' } })
  answers['GET transcript'] = (url, init) => (++attempts > 1 ? final(url, init) : notReady)
  await open()
  expect(state().detail?.status).toBe('processing')
  await vi.advanceTimersByTimeAsync(5050)
  expect(state()).toMatchObject({ phase: 'open', detail: { status: 'CallEnded' }, processing: undefined })
})

test('PAS-17 provisional lines go where the final text cannot be had, and none are asked for where none can be', async () => {
  answers['GET transcript'] = () => notReady
  answers['GET transcript/live'] = () => ({ body: { results: [liveLine('a', 0, 'so far')], seq: 1 } })
  await open()
  expect(session.replay.getSnapshot().isProvisional).toBe(true)
  answers['GET transcript'] = () => refused(409, 'Meeting could not be processed: The file holds no audio')
  await vi.advanceTimersByTimeAsync(5000)
  expect(state().phase).toBe('failed')
  expect(session.replay.getSnapshot()).toMatchObject({
    transcript: undefined,
    isProvisional: false,
    total: 0,
  })
  answers['GET transcript'] = () => notReady
  delete answers['GET transcript/live']
  asked = []
  await open()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.filter(call => call.startsWith('GET transcript/live'))).toHaveLength(1)
  expect(session.replay.getSnapshot().transcript).toBeUndefined()
})

test('PAS-12 of a meeting that has sound alone no video is asked for, and nothing is said of one', async () => {
  answers['GET '] = () => ({ body: { ...detail, recording: 'audio' } })
  await open()
  await vi.advanceTimersByTimeAsync(6000)
  expect(asked).not.toContain('GET video')
  expect(toasts).toEqual([])
})

test('PAS-03 what is loaded is not asked for again, and the meeting opens when all is there', async () => {
  let ready = false
  const transcript = answers['GET transcript']!
  answers['GET transcript'] = (url, init) => (ready ? transcript(url, init) : notReady)
  await open()
  expect(state()).toMatchObject({ phase: 'polling', audioUrl: '/media/a.flac' })
  ready = true
  await vi.advanceTimersByTimeAsync(5000)
  await vi.advanceTimersByTimeAsync(50)
  expect(state().phase).toBe('open')
  expect(asked.filter(call => call.startsWith('GET audio'))).toHaveLength(1)
  expect(count('info: Audio url is not yet ready')).toBe(0)
})

test('ACC-17 PAS-03 a lost connection is asked again, a refusal is not', async () => {
  answers['GET transcript'] = () => 'offline'
  answers['GET audio'] = () => refused(404, 'There is no audio of this meeting')
  await open()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.filter(call => call.startsWith('GET transcript?'))).toHaveLength(3)
  expect(asked.filter(call => call.startsWith('GET audio'))).toHaveLength(1)
})

test('PAS-17 each failure has its text', async () => {
  answers['GET transcript'] = () => refused(404, 'There is no such meeting')
  answers['GET audio'] = () => refused(404, 'none')
  answers['GET highlights'] = () => refused(400, 'none')
  await open()
  expect(toasts).toEqual([
    'error: Highlights fetching failed',
    'error: Failed past audio url fetch',
    'error: Init meeting failed due to failed past transcripts fetch',
  ])
  expect(state()).toMatchObject({
    phase: 'failed',
    failure: { title: 'Init meeting failed due to failed past transcripts fetch' },
  })
})

test('UPL-07 a file that is not readable audio fails with one message', async () => {
  const error = 'This file is not readable audio'
  answers['GET status'] = () => ({ body: { status: 'failed' } })
  answers['GET '] = () => ({ body: { ...detail, status: 'failed', error } })
  for (const part of ['transcript', 'audio', 'highlights'])
    answers[`GET ${part}`] = () => refused(409, `Meeting could not be processed: ${error}`)
  await open()
  expect(state()).toMatchObject({ phase: 'failed', detail: { status: 'failed', error } })
  expect(toasts).toEqual(['error: Init meeting failed due to failed past transcripts fetch'])
})

test('PAS-17 highlights that could not be had say so, and can be asked for again', async () => {
  answers['GET highlights'] = () => refused(400, 'none')
  await open()
  expect(state()).toMatchObject({ phase: 'open', highlightsFailed: true })
  answers['GET highlights'] = () => ({ body: { highlights: [] } })
  await session.retryHighlights()
  expect(state().highlightsFailed).toBe(false)
})

test('PAS-10 highlights are made and deleted in the catalogue’s words, and a deletion is taken back whole', async () => {
  const found = {
    id: 'h1',
    start_millis: 0,
    end_millis: 900,
    transcript: 'a decision',
    csis: [1],
    highlight_source: 'eva',
    highlight_label: 'decision',
    trigger_info: { type: 'voice', trigger_word: 'decision' },
  }
  const bodies: unknown[] = []
  answers['GET highlights'] = () => ({ body: { highlights: [found] } })
  answers['DELETE highlights'] = () => ({ status: 204 })
  answers['POST highlights'] = (_, init) => {
    bodies.push(JSON.parse(String(init.body)))
    return { body: found }
  }
  await open()
  toasts = []
  await session.edits.deleteHighlight('h1')
  expect(toasts).toEqual(['success: Highlight was successfully deleted!'])
  expect(offers.getSnapshot().offers).toMatchObject([{ text: 'Deleted the highlight “a decision”' }])
  expect(session.replay.getSnapshot().highlights).toEqual([])
  expect(await session.edits.undo()).toBe(true)
  expect(bodies).toMatchObject([
    { highlight_id: 'h1', restored: { highlight_source: 'eva', highlight_label: 'decision', csis: [1] } },
  ])
  expect(session.replay.getSnapshot().highlights).toHaveLength(1)
  expect(await session.edits.undo()).toBe(false)
  expect(offers.getSnapshot().offers).toEqual([])
  answers['DELETE highlights'] = () => refused(500, 'down')
  answers['POST highlights'] = () => refused(500, 'down')
  await session.edits.deleteHighlight('h1')
  await session.edits.createHighlight('a', { startMs: 0, endMs: 1 })
  expect(toasts.slice(1)).toEqual([
    'error: Error during highlight deletion',
    'error: Error during highlight creation',
  ])
})

test('a renaming is taken back, also to no name at all, and a refused one raises no toast', async () => {
  const names: string[] = []
  answers['PUT speakers/1'] = (_, init) => {
    const { name } = JSON.parse(String(init.body)) as { name: string }
    names.push(name)
    return { body: { speaker_id: '1', name } }
  }
  await open()
  await session.edits.renameSpeaker('1', 'Ada')
  expect(session.replay.getSnapshot().transcript?.speakerNames.get('1')?.name).toBe('Ada')
  await session.edits.undo()
  expect(names).toEqual(['Ada', ''])
  expect(session.replay.getSnapshot().transcript?.speakerNames.has('1')).toBe(false)
  answers['PUT speakers/1'] = () => refused(400, 'too long')
  toasts = []
  await expect(session.edits.renameSpeaker('1', 'x')).rejects.toThrow('too long')
  expect(toasts).toEqual([])
})

test('several texts are replaced one after the other, and one step takes them back', async () => {
  const edited: string[] = []
  const version = new Map<string, number>()
  const edit =
    (at: number): Handler =>
    (_, init) => {
      const { text } = JSON.parse(String(init.body)) as { text: string }
      const { id } = utterances[at]!
      if (text === 'refused') return refused(409, 'newer')
      edited.push(`${id}: ${text}`)
      version.set(id, (version.get(id) ?? 0) + 1)
      return { body: { ...utterances[at], alternatives: [{ transcript: text }], version: version.get(id) } }
    }
  const [a, b] = [utterances[0]!, utterances[1]!]
  answers[`PATCH transcript/${a.id}`] = edit(0)
  answers[`PATCH transcript/${b.id}`] = edit(1)
  await open()
  await session.edits.replaceTexts([
    { id: a.id, text: 'one' },
    { id: b.id, text: 'two' },
  ])
  const texts = () =>
    session.replay
      .getSnapshot()
      .transcript!.utterances.slice(0, 2)
      .map(one => one.text)
  expect(texts()).toEqual(['one', 'two'])
  await session.edits.undo()
  expect(texts()).toEqual([a, b].map(one => one.alternatives[0]!.transcript))
  const refusedOne = session.edits.replaceTexts([
    { id: a.id, text: 'once more' },
    { id: b.id, text: 'refused' },
  ])
  await expect(refusedOne).rejects.toThrow('newer')
  expect(texts()[0]).toBe('once more')
  await session.edits.undo()
  expect(edited.at(-1)).toBe(`${a.id}: ${a.alternatives[0]!.transcript}`)
})

test('PAS-17 a failed status fails the setup in its words, and start tries again', async () => {
  answers['GET status'] = () => refused(500, 'directory is down')
  await open()
  expect(toasts).toEqual(['error: Setup meeting past services flow failed: directory is down'])
  answers['GET status'] = () => ({ body: { status: 'CallEnded' } })
  await open()
  expect(state().phase).toBe('open')
})

test('PAS-17 without audio the transcript is there and playing says what is missing', async () => {
  answers['GET audio'] = () => refused(404, 'none')
  await open()
  expect(state().phase).toBe('open')
  expect(session.replay.player.getSnapshot().phase).toBe('none')
  session.replay.command(player => player.play())
  await vi.advanceTimersByTimeAsync(0)
  expect(toasts).toContain('error: Local player is not inited...')
})

test('PAS-16 PAS-17 a player that cannot start says why, and can be started again with a fresh address', async () => {
  await open()
  media.fail(4)
  await vi.advanceTimersByTimeAsync(10)
  // The fresh address is of no more use.
  media.fail(4)
  await vi.advanceTimersByTimeAsync(0)
  expect(toasts).toContain(
    'error: Failed local player start: The audio could not be loaded, either because the server or network failed or because the format is not supported.',
  )
  void session.retryAudio()
  await vi.advanceTimersByTimeAsync(10)
  media.arrive(600)
  await vi.advanceTimersByTimeAsync(0)
  expect(session.replay.player.getSnapshot()).toMatchObject({ phase: 'ready', durationMs: 600_000 })
  expect(asked.filter(call => call.startsWith('GET audio'))).toHaveLength(3)
})

test('PAS-12 a video whose address expired during a long pause gets another one', async () => {
  let given = 0
  answers['GET video'] = () => ({ body: { url: `/media/v.mp4?${++given}` } })
  await open()
  await vi.advanceTimersByTimeAsync(5000)
  expect(state().videoUrl).toBe('/media/v.mp4?1')
  await vi.advanceTimersByTimeAsync(3_600_000)
  session.media.videoFailed()
  await vi.advanceTimersByTimeAsync(10)
  expect(state()).toMatchObject({ videoUrl: '/media/v.mp4?2', isVideoGone: false })
  expect(count('warning: Video was not found')).toBe(0)
})

test('PAS-12 the video is fetched after 5 s: found, or not found and removed', async () => {
  answers['GET video'] = () => ({ body: { url: '/media/v.mp4' } })
  await open()
  await vi.advanceTimersByTimeAsync(4900)
  expect(asked).not.toContain('GET video')
  await vi.advanceTimersByTimeAsync(100)
  expect(toasts).toContain('success: Video successfully fetched')
  expect(state().videoUrl).toBe('/media/v.mp4')
  session.media.videoFailed()
  session.media.videoFailed()
  expect(state()).toMatchObject({ videoUrl: undefined, isVideoGone: true })
  expect(count('warning: Video was not found')).toBe(1)
  await open()
  answers['GET video'] = () => refused(404, 'none')
  await vi.advanceTimersByTimeAsync(5000)
  expect(count('warning: Video was not found')).toBe(2)
})

test('ACC-22 audio and video url share one flag; a failure without a text only clears its flag', async () => {
  answers['GET audio'] = () => 'hang'
  await open()
  expect(state().loading).toEqual({ status: false, transcripts: false, highlights: false, media: true })
  session.dispose()
  session = create()
  answers['GET audio'] = () => ({ body: { url: '/a' } })
  answers['GET video'] = () => 'hang'
  answers['GET peaks'] = () => refused(500, 'no peaks')
  await open()
  expect(state().loading.media).toBe(false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(state().loading.media).toBe(true)
  expect(toasts).toEqual([])
})

test('PAS-18 ACC-22 the exit warns, destroys the player, resets everything and goes to the launcher', async () => {
  await open()
  media.arrive(600)
  await vi.advanceTimersByTimeAsync(0)
  await session.replay.player.play()
  void session.exit()
  expect(state().phase).toBe('exiting')
  expect(toasts).toContain('warning: Exiting meeting...')
  await vi.advanceTimersByTimeAsync(0)
  expect(media.paused).toBe(true)
  expect(session.replay.player.getSnapshot().phase).toBe('none')
  expect(session.replay.getSnapshot()).toMatchObject({ transcript: undefined, highlights: [], durationMs: 0 })
  expect(state()).toMatchObject({ phase: 'closed', audioUrl: undefined, attempt: 0 })
  expect(toasts.at(-1)).toBe('success: Meeting past successfully closed')
  expect(gone).toEqual(['/'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a moment in the address is where the player stands when it is ready', async () => {
  session.dispose()
  session = create(90_500)
  await open()
  media.arrive(600)
  await vi.advanceTimersByTimeAsync(1)
  expect(session.replay.player.positionMs).toBe(90_500)
  expect(session.replay.follower.getSnapshot().utterance).toBe(25)
})

test('a deleted meeting is left in the catalogue’s words; one that cannot be deleted stays, without a toast', async () => {
  await open()
  toasts = []
  answers['DELETE '] = () => refused(403, 'Not yours')
  await expect(session.deleteMeeting()).rejects.toThrow('Not yours')
  expect([toasts, gone]).toEqual([[], []])
  answers['DELETE '] = () => ({ status: 204 })
  await session.deleteMeeting()
  expect(toasts).toEqual(['success: Meeting past successfully closed'])
  expect(gone).toEqual(['/'])
})

test('processing can be cancelled and retried from here', async () => {
  answers['GET status'] = () => ({ body: { status: 'failed' } })
  answers['GET transcript'] = () => refused(409, 'Meeting could not be processed: cancelled')
  answers['POST processing/retry'] = () => ({ body: { ...detail, status: 'processing', stage: 'decode' } })
  await open()
  expect(state().phase).toBe('failed')
  answers['GET transcript'] = () => notReady
  void session.processing('retry')
  await vi.advanceTimersByTimeAsync(20)
  expect(asked).toContain('POST processing/retry')
  expect(state().phase).toBe('polling')
})

test('a text that is improved after the call is announced once; it is shown on demand, with the unsaved edit at its place', async () => {
  let enhancement = 'pending'
  answers['GET '] = () => ({ body: { ...detail, source: 'livetap', enhancement } })
  await open()
  expect(state()).toMatchObject({ phase: 'open', isTextImproved: false })
  await vi.advanceTimersByTimeAsync(25_000)
  expect(state().isTextImproved).toBe(false)
  enhancement = 'done'
  await vi.advanceTimersByTimeAsync(10_000)
  expect(state().isTextImproved).toBe(true)
  const looks = asked.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(looks)

  // The utterance in hand is another one now, a little later than the old one.
  const old = session.replay.getSnapshot().transcript!.utterances[3]!
  await session.editor.open(old.id)
  session.editor.change('typed meanwhile')
  answers['GET transcript'] = url => {
    const offset = Number(url.searchParams.get('offset'))
    const limit = Number(url.searchParams.get('limit'))
    const better = utterances.map(one => ({ ...one, id: `better-${(one as { id: string }).id}` }))
    return { body: { total: 700, results: better.slice(offset, offset + limit) } }
  }
  const shown = session.showImproved()
  await vi.advanceTimersByTimeAsync(100)
  await shown
  expect(state().isTextImproved).toBe(false)
  const fresh = session.replay.getSnapshot().transcript!.utterances[3]!
  expect(fresh.id).toBe(`better-${old.id}`)
  expect(session.editor.getSnapshot()).toMatchObject({
    id: fresh.id,
    text: 'typed meanwhile',
    phase: 'dirty',
  })
})

test('the text of a recording is not asked for again, or of a call whose text is as good as it gets', async () => {
  for (const enhancement of [undefined, 'done', 'none']) {
    answers['GET '] = () => ({ body: { ...detail, enhancement } })
    await open()
    await vi.advanceTimersByTimeAsync(15_000)
    asked = []
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual([])
    expect(state().isTextImproved).toBe(false)
  }
})

test('the newer lines of others are loaded in place: the line in hand stays open with what it says or what was typed', async () => {
  await open()
  const { id } = session.replay.getSnapshot().transcript!.utterances[600]!
  await session.editor.open(id)
  let version = 0
  answers['GET transcript'] = url => {
    const offset = Number(url.searchParams.get('offset'))
    const limit = Number(url.searchParams.get('limit'))
    version += 1
    const newer = utterances.map(one => ({ ...one, alternatives: [{ transcript: `their text ${version}` }] }))
    return { body: { total: 700, results: newer.slice(offset, offset + limit) } }
  }
  const lengths = new Set<number>()
  const stop = session.replay.subscribe(() =>
    lengths.add(session.replay.getSnapshot().transcript!.utterances.length),
  )
  const loaded = session.loadNewer()
  await vi.advanceTimersByTimeAsync(100)
  await loaded
  const { text } = session.replay.getSnapshot().transcript!.utterances[600]!
  expect(text).toMatch(/^their text /)
  expect(session.editor.getSnapshot()).toMatchObject({ id, text, phase: 'clean' })
  stop()
  // Nothing moves under the reader meanwhile.
  expect([...lengths]).toEqual([700])

  const again = session.loadNewer()
  session.editor.change('typed meanwhile')
  await vi.advanceTimersByTimeAsync(100)
  await again
  expect(session.editor.getSnapshot()).toMatchObject({ id, text: 'typed meanwhile', phase: 'dirty' })
})
