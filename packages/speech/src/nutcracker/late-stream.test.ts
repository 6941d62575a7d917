import { SAMPLES_PER_MS } from '@livetap/audio'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecognizedText } from '../pool/jobs'
import type { RecognizerPool } from '../pool/recognizer-pool'
import type { RecognitionEvent, RecognitionResult } from '../recognition'
import { freshVadState, VAD_WINDOW } from '../voice/silero'
import { NutcrackerStream } from './nutcracker-stream'
import type { SegmentDecoder } from './segment-decoder'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A stream whose speech is what is loud, and whose finals come when the test lets them. */
function slowStream() {
  const waiting: ((found: RecognizedText) => void)[] = []
  const finals: RecognitionResult[] = []
  let interims = 0
  let read = 0
  let processed = 0
  const pool = {
    run: async (_: string, { pcm }: { pcm: Int16Array }) => {
      read += pcm.length
      return {
        state: freshVadState(),
        probabilities: Float32Array.from({ length: pcm.length / VAD_WINDOW }, (_, at) =>
          pcm[at * VAD_WINDOW] ? 1 : 0,
        ),
      }
    },
    cancel: () => {},
  } as unknown as RecognizerPool
  const decoder = {
    batch: false,
    canInterim: true,
    interimStep: 5_600,
    interim: async () => {
      interims += 1
      return undefined
    },
    final: () => new Promise<RecognizedText>(resolve => waiting.push(resolve)),
  } as unknown as SegmentDecoder
  const on = (event: RecognitionEvent) => void (event.type === 'final' && finals.push(event.result))
  const spoke = () => {
    processed = read
  }
  const stream = new NutcrackerStream({ languageCode: 'en' }, on, {
    pool,
    decoder,
    key: 'slow',
    slot: { acquire: async () => {}, spoke, release: () => {} },
  })
  const say = async (windows: number, loud: boolean) => {
    stream.write(new Int16Array(windows * VAD_WINDOW).fill(loud ? 1_000 : 0))
    await vi.waitFor(() => expect(processed / SAMPLES_PER_MS).toBe(stream.receivedMs))
  }
  return { waiting, finals, say, interims: () => interims, stream }
}

const found = (change: Partial<RecognizedText>): RecognizedText => ({
  text: 'hello',
  words: [],
  timesEstimated: true,
  tokens: [],
  ...change,
})

test('5 s behind a stream asks for no interims, and for them again once it has caught up; nothing is lost', async () => {
  const { waiting, finals, say, interims } = slowStream()
  await say(62, true)
  expect(interims()).toBe(1)
  await say(62, false)
  expect(waiting).toHaveLength(1)
  vi.advanceTimersByTime(5_000)
  await say(62, true)
  expect(interims()).toBe(1)
  waiting[0]!(found({ lowQuality: true }))
  await vi.waitFor(() => expect(finals).toHaveLength(1))
  await say(31, true)
  expect(interims()).toBe(2)
  await say(62, false)
  waiting[1]!(found({ text: 'again' }))
  await vi.waitFor(() => expect(finals).toHaveLength(2))
  expect(finals.map(({ text, lowQuality }) => ({ text, lowQuality }))).toEqual([
    { text: 'hello', lowQuality: true },
    { text: 'again', lowQuality: undefined },
  ])
})
