import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api-error'
import { JumpSearch } from './jump-search'
import { looksLikeId, meetingNumberIn } from './pasted-text'

const meeting = { id: 'm1_us', title: 'Budget', host: 'ann@example.org', status: 'CallEnded' }
const project = { id: 'p-77-a', name: 'Spring', vendor: 'verbit', language: 'en', status: 'active' }

type Answers = Partial<Record<string, unknown>>

function searching(answers: Answers) {
  const asked: { name: string; signal: AbortSignal }[] = []
  const call = async ({ name }: Endpoint, _: unknown, { signal }: { signal: AbortSignal }) => {
    asked.push({ name, signal })
    const answer = answers[name]
    if (answer === undefined) throw new ApiError('client', 'no', { status: 404 })
    return answer
  }
  const search = new JumpSearch({ call: call as never })
  const found = async (text: string) => {
    search.type(text)
    await vi.advanceTimersByTimeAsync(200)
    return search.getSnapshot().targets
  }
  return { search, found, asked }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is pasted is told by its look', () => {
  expect(['2f0a91_us', '8f1c2d3e-4b5a-6978-8a9b-0c1d2e3f4a5b'].every(looksLikeId)).toBe(true)
  expect(['budget', 'budget 2026', 'a1'].some(looksLikeId)).toBe(false)
  expect(meetingNumberIn('123 456-789')).toBe('123456789')
  expect(meetingNumberIn('2026')).toBeUndefined()
})

test('words of a title find meetings and projects; one that runs is opened live, without a microphone', async () => {
  const { found } = searching({
    recentMeetings: { meetings: [meeting, { ...meeting, id: 'm2_us', status: 'CallStarted' }] },
    listProjects: { projects: [project] },
  })
  expect((await found('budget')).map(({ kind, path }) => [kind, path])).toEqual([
    ['Meeting', '/past/m1_us'],
    ['Meeting', '/live/m2_us/do_not_record_audio'],
    ['Project', '/manuscripts/project/view/p-77-a'],
  ])
})

test('an id finds its shard, its project once, and a number its meetings', async () => {
  const { found } = searching({
    recentMeetings: { meetings: [] },
    listProjects: { projects: [project] },
    getShard: { audio: [{ id: 'shard-9', transcript: 'so do I' }] },
  })
  expect((await found('shard-9')).map(({ path }) => path)).toEqual([
    '/trainable_shard/shard-9',
    '/manuscripts/project/view/p-77-a',
  ])
  expect((await found('123456789'))[0]).toMatchObject({ kind: 'Number', path: '/meetings/123456789' })
})

test('a deployment that cannot look meetings up still opens a pasted id', async () => {
  const { found } = searching({})
  expect(await found('2f0a91_us')).toMatchObject([{ kind: 'Meeting', path: '/past/2f0a91_us' }])
  expect(await found('budget')).toEqual([])
})

test('typing on calls off what was asked; Enter waits for the newest', async () => {
  const { search, asked } = searching({ recentMeetings: { meetings: [meeting] } })
  search.type('bu')
  await vi.advanceTimersByTimeAsync(100)
  search.type('budget')
  expect(asked).toEqual([])
  const first = search.first()
  await vi.advanceTimersByTimeAsync(200)
  expect(await first).toMatchObject({ path: '/past/m1_us' })
  const signals = asked.map(({ signal }) => signal)
  search.type('b')
  expect(signals.every(signal => signal.aborted)).toBe(true)
  expect(search.getSnapshot()).toEqual({ targets: [], loading: false })
  search.dispose()
})
