import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { RecognizerPool } from '../../pool/recognizer-pool'
import { SegmentSpeakers } from './segment-speakers'
import { SpeakerTracker } from './speaker-tracker'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** A pool that says who speaks when the test lets it; what is cancelled has no answer. */
function slowSpeakers({ isOptional = true } = {}) {
  const waiting: ((found: object | undefined) => void)[] = []
  let jobs = 0
  const pool = {
    run: () => {
      jobs += 1
      return new Promise(resolve => waiting.push(resolve))
    },
    cancel: () => {
      for (const drop of waiting.splice(0)) drop(undefined)
    },
  } as unknown as RecognizerPool
  const tracker = new SpeakerTracker(pool)
  const speakers = new SegmentSpeakers({ pool, tracker, isBatch: false, isOptional })
  const found = { windows: [], labels: [], steps: [0, 0], stepMs: 100 }
  const answer = () => {
    for (const say of waiting.splice(0)) say(found)
  }
  return { speakers, jobs: () => jobs, answer }
}

const segment = { pcm: new Int16Array(3_200), key: 'stream/1', lateMs: 0 }
const oneSpeaker = [{ speaker: '1', startMs: 0, endMs: 200 }]

test('what was heard while the text was made is not recognised again', async () => {
  const { speakers, jobs, answer } = slowSpeakers()
  const ahead = speakers.listen(segment)
  await Promise.resolve()
  answer()
  expect(await speakers.turnsOf({ ...segment, speakers: ahead })).toEqual(oneSpeaker)
  expect(jobs()).toBe(1)
})

test('a result that may do without its speaker does not wait for it for long, and the search stops', async () => {
  const { speakers, jobs } = slowSpeakers()
  const turns = speakers.turnsOf({ ...segment, speakers: speakers.listen(segment) })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await turns).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(jobs()).toBe(1)
})

test('a stream that is behind does nothing twice, and does not look where it is late already', async () => {
  const { speakers, jobs, answer } = slowSpeakers()
  expect(await speakers.listen({ ...segment, lateMs: 2_000 })).toBeUndefined()
  expect(jobs()).toBe(0)
  const late = { ...segment, lateMs: 5_000, speakers: Promise.resolve(undefined) }
  expect(await speakers.turnsOf(late)).toBeUndefined()
  const turns = speakers.turnsOf({ ...late, lateMs: 2_000 })
  await vi.waitFor(() => expect(jobs()).toBe(1))
  answer()
  expect(await turns).toEqual(oneSpeaker)
})

test('a caller that asked for speakers waits for them', async () => {
  const { speakers, answer } = slowSpeakers({ isOptional: false })
  const turns = speakers.turnsOf({ ...segment, lateMs: 60_000, speakers: Promise.resolve(undefined) })
  await vi.advanceTimersByTimeAsync(60_000)
  answer()
  expect(await turns).toEqual(oneSpeaker)
})
