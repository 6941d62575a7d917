import { linkProblems } from '@livetap/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeMedia } from '../player/fake-media.test-support'
import { SharedSession } from './shared-session'

interface Answer {
  status?: number
  body?: unknown
}

const refused = (status: number, description: string): Answer => ({
  status,
  body: { message: 'Client Exception', errors: [{ description }], trackingId: 'T-1' },
})

const opened = {
  access_token: 'lvl_first',
  expires_at: '2026-01-01T01:00:00Z',
  title: 'Weekly',
  start: '2026-01-01T00:00:00Z',
  duration: 60_000,
  from_millis: 10_000,
  to_millis: 30_000,
  recording: 'audio',
}
const line = {
  id: 'u1',
  start_millis: 12_000,
  end_millis: 13_000,
  alternatives: [
    { transcript: 'hello', words: [{ word: 'hello', start_millis: 12_000, end_millis: 13_000 }] },
  ],
}

let answers: Record<string, (body: { password?: string }, bearer: string) => Answer>
let asked: string[]
let media: FakeMedia
let session: SharedSession

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  answers = {
    shared: () => ({ body: opened }),
    transcript: () => ({ body: { results: [line], total: 1 } }),
    highlights: () => ({
      body: { highlights: [{ id: 'h1', start_millis: 12_500, end_millis: 13_000, transcript: 'hello' }] },
    }),
    audio: () => ({ body: { url: '/media/cut.flac' } }),
    peaks: () => ({ body: { duration_millis: 4, step_millis: 2, peaks: [-1, 1, -2, 2] } }),
  }
  session = new SharedSession({
    token: 'the-token',
    origin: 'http://test',
    createMedia: () => {
      media = new FakeMedia()
      return media
    },
    notify: { info() {}, success() {}, warning() {}, error() {}, offerUndo: () => () => {} },
    fetch: async (input, init = {}) => {
      const name = new URL(String(input)).pathname.split('/').at(-1)!
      const bearer = new Headers(init.headers).get('authorization') ?? ''
      asked.push(bearer ? `${name} ${bearer}` : name)
      const body = init.body ? JSON.parse(String(init.body)) : {}
      const { status = 200, body: answer } = answers[name]!(body, bearer)
      return new Response(JSON.stringify(answer), { status })
    },
  })
})
afterEach(() => {
  session.dispose()
  vi.useRealTimers()
})

const state = () => session.getSnapshot()

test('what is shared is on the clock of its own sound, and only the opened link’s bearer asks for it', async () => {
  await session.start()
  await vi.advanceTimersByTimeAsync(10)
  expect(state()).toMatchObject({ phase: 'open', link: { title: 'Weekly' } })
  const { transcript, highlights, durationMs } = session.replay.getSnapshot()
  expect(transcript?.utterances[0]).toMatchObject({ startMs: 2000, endMs: 3000 })
  expect(transcript?.words.startMs[0]).toBe(2000)
  expect(highlights[0]).toMatchObject({ startMs: 2500 })
  expect(durationMs).toBe(20_000)
  expect(asked[0]).toBe('shared')
  expect(asked.slice(1).every(call => call.endsWith('Bearer lvl_first'))).toBe(true)
})

test('a password is asked for until it is right', async () => {
  answers.shared = ({ password }) =>
    password === 'right' ? { body: opened } : refused(401, linkProblems.needsPassword)
  await session.start()
  expect(state()).toMatchObject({ phase: 'password', passwordProblem: undefined })
  await session.givePassword('wrong')
  expect(state()).toMatchObject({ phase: 'password', passwordProblem: 'wrong', isChecking: false })
  answers.shared = () => refused(429, 'Too many wrong passwords')
  await session.givePassword('wrong')
  expect(state()).toMatchObject({ phase: 'password', passwordProblem: 'throttled' })
  answers.shared = () => ({ body: opened })
  await session.givePassword('right')
  expect(state().phase).toBe('open')
})

test('why a link shows nothing is known by its answer', async () => {
  const reasons: unknown[] = []
  for (const answer of [
    refused(404, linkProblems.expired),
    refused(404, linkProblems.gone),
    refused(409, 'Meeting is not yet ready (recognition, 40 %)'),
    refused(429, 'Too many wrong passwords'),
    refused(500, 'Something went wrong on the server'),
  ]) {
    answers.shared = () => answer
    await session.start()
    reasons.push([state().phase, state().refusal?.reason])
  }
  expect(reasons).toEqual(
    ['expired', 'gone', 'not_ready', 'throttled', 'failed'].map(reason => ['refused', reason]),
  )
})

test('a bearer that ran out is renewed; of a link that was taken back nothing stays on the page', async () => {
  let isTakenBack = false
  answers.shared = () =>
    isTakenBack
      ? refused(404, linkProblems.gone)
      : { body: { ...opened, access_token: `lvl_${asked.length}` } }
  await session.start()
  await vi.advanceTimersByTimeAsync(10)
  answers.audio = (_, bearer) =>
    bearer === 'Bearer lvl_1' ? refused(401, 'Sign in first') : { body: { url: '/media/fresh.flac' } }
  await Promise.race([session.retryAudio(), vi.advanceTimersByTimeAsync(10)])
  expect(asked.filter(call => call === 'shared')).toHaveLength(2)
  expect(state().phase).toBe('open')
  isTakenBack = true
  answers.audio = () => refused(401, 'Sign in first')
  await session.retryAudio()
  expect(state()).toMatchObject({ phase: 'refused', refusal: { reason: 'gone' }, link: undefined })
  expect(session.replay.getSnapshot().transcript).toBeUndefined()
})
