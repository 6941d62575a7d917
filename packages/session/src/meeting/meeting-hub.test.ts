import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiClient } from '../api-client'
import { PastSession } from '../replay/past-session'
import { FakeMedia } from '../replay/player/fake-media.test-support'
import { MeetingHub } from './meeting-hub'
import { RECORD_POLL_MS } from './meeting-record'

const ended = {
  id: 'm1',
  title: 'Weekly',
  host: 'Ann',
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
const answers: Record<string, () => unknown> = {
  transcript: () => ({ total: 0, results: [] }),
  highlights: () => ({ highlights: [] }),
  audio: () => ({ url: '/media/a.flac' }),
  peaks: () => ({ duration_millis: 4, step_millis: 2, peaks: [-1, 1, -2, 2] }),
  status: () => ({ status: 'CallEnded' }),
  processing: () => ({ ...ended, status: 'processing' }),
  title: () => ({ ...ended, title: 'Renamed' }),
}

let detail: object
let asked: string[]
let media: FakeMedia
let created: PastSession[]
let hub: MeetingHub

beforeEach(() => {
  vi.useFakeTimers()
  detail = ended
  asked = []
  created = []
  const notify = { info() {}, success() {}, warning() {}, error() {}, offerUndo: () => () => {} }
  const api = new ApiClient({
    origin: 'http://test',
    token: () => 'token',
    fetch: async input => {
      const { pathname, search } = new URL(String(input))
      asked.push(`${pathname}${search}`)
      const name = pathname.split('/')[5]
      if (pathname.endsWith('/logs')) return Response.json({ entries: [], next: null })
      const answer = name === undefined ? detail : answers[name]?.()
      return answer ? Response.json(answer) : new Response(null, { status: 404 })
    },
  })
  hub = new MeetingHub({
    api,
    meetingId: 'm1',
    goTo: () => {},
    loadReplay: async () => (scope, given) => {
      const session = new PastSession({
        ...given,
        notify,
        userName: 'ann',
        createMedia: () => {
          media = new FakeMedia()
          return media
        },
      })
      scope.add(() => session.dispose())
      created.push(session)
      return session
    },
  })
})

afterEach(() => {
  hub.dispose()
  vi.useRealTimers()
})

const details = () => asked.filter(path => path.endsWith('/m1')).length

test('a meeting that is being processed is asked after until it is over, with one question at a time', async () => {
  detail = { ...ended, status: 'processing', stage: 'decode', progress: 0.2 }
  hub.record.watch()
  void hub.record.refresh()
  await vi.advanceTimersByTimeAsync(10)
  expect(details()).toBe(1)
  expect(hub.record.getSnapshot().processing?.fraction).toBe(0.2)
  detail = ended
  await vi.advanceTimersByTimeAsync(RECORD_POLL_MS)
  expect(hub.record.getSnapshot()).toMatchObject({ detail: { status: 'CallEnded' }, processing: undefined })
  await vi.advanceTimersByTimeAsync(10 * RECORD_POLL_MS)
  expect(details()).toBe(2)
})

test('what was asked before a change of ours does not undo it', async () => {
  const refreshed = hub.record.refresh()
  const renamed = hub.record.rename('Renamed')
  await Promise.all([refreshed, renamed])
  expect(hub.record.getSnapshot().detail?.title).toBe('Renamed')
})

test('errors are counted by one bounded query of the logs', async () => {
  await hub.countErrors()
  expect(asked).toEqual([expect.stringContaining('/logs?meeting=m1&severity=ERROR&limit=100')])
  expect(hub.getSnapshot().errors).toEqual({ entries: [], hasMore: false })
})

test('the replay is made with the first moment that is played, stays for the next one, and ends with the hub', async () => {
  const first = hub.playMoment(40_000)
  const second = hub.playMoment(50_000)
  await Promise.all([first, second])
  await vi.advanceTimersByTimeAsync(50)
  media.arrive(600)
  await vi.advanceTimersByTimeAsync(50)
  expect(created).toHaveLength(1)
  expect(media.currentTime).toBeCloseTo(50, 0)
  expect(media.paused).toBe(false)
  await hub.playMoment(20_000)
  expect(media.currentTime).toBeCloseTo(20, 0)
  expect(hub.openReplay(() => expect.fail('made twice'))).toBe(created[0])
  hub.dispose()
  expect(created[0]!.getSnapshot().phase).toBe('closed')
  expect(media.paused).toBe(true)
})

test('what was said is counted by the server, and stays when the title changes', async () => {
  detail = { ...ended, speakers: 2, languages: ['en'], transcripts_count: 40, highlights_count: 3 }
  await hub.record.refresh()
  await hub.record.rename('Renamed')
  expect(hub.record.getSnapshot().detail).toMatchObject({
    title: 'Renamed',
    speakers: 2,
    languages: ['en'],
    transcripts_count: 40,
    highlights_count: 3,
  })
})
