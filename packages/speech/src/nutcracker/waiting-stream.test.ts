import { SAMPLES_PER_MS } from '@livetap/audio'
import { expect, test, vi } from 'vitest'
import type { RecognizedText } from '../pool/jobs'
import type { RecognizerPool } from '../pool/recognizer-pool'
import { SpeechSlots } from '../pool/speech-slots'
import type { RecognitionEvent, RecognitionResult } from '../recognition'
import type { SpeechError } from '../speech-error'
import { freshVadState, VAD_WINDOW } from '../voice/silero'
import { NutcrackerStream } from './nutcracker-stream'
import type { SegmentDecoder } from './segment-decoder'

const windowMs = VAD_WINDOW / SAMPLES_PER_MS

/** A stream whose speech is what is loud; a final says how long the sound of it was. */
function streamIn(slots: SpeechSlots, userId: string) {
  const finals: RecognitionResult[] = []
  const failures: SpeechError[] = []
  const pool = {
    run: async (_: string, { pcm }: { pcm: Int16Array }) => ({
      state: freshVadState(),
      probabilities: Float32Array.from({ length: pcm.length / VAD_WINDOW }, (_, at) =>
        pcm[at * VAD_WINDOW] ? 1 : 0,
      ),
    }),
    cancel: () => {},
  } as unknown as RecognizerPool
  const decoder = {
    batch: false,
    canInterim: false,
    final: async (pcm: Int16Array): Promise<RecognizedText> => ({
      text: `${pcm.filter(sample => sample !== 0).length / VAD_WINDOW} windows`,
      words: [],
      timesEstimated: true,
      tokens: [],
    }),
  } as unknown as SegmentDecoder
  const on = (event: RecognitionEvent) => {
    if (event.type === 'final') finals.push(event.result)
    if (event.type === 'failed') failures.push(event.error)
  }
  const admitted = slots.admit({ userId, inMeeting: false })
  let speech: 'none' | 'waits' | 'begun' = 'none'
  const acquire = async () => {
    speech = 'waits'
    await admitted.acquire()
    speech = 'begun'
  }
  const stream = new NutcrackerStream({ languageCode: 'en' }, on, {
    pool,
    decoder,
    key: userId,
    slot: { ...admitted, acquire },
  })
  const write = (windows: number, isLoud: boolean) =>
    stream.write(new Int16Array(windows * VAD_WINDOW).fill(isLoud ? 1_000 : 0))
  return { stream, write, speech: () => speech, failures, texts: () => finals.map(({ text }) => text) }
}

const oneSlot = (waitMs: number) => new SpeechSlots({ capacity: () => 1, leaseMs: 60_000, waitMs })

test('ASR-04 speech that waits for a slot is kept whole, is not called settled, and gets its text when there is one', async () => {
  const slots = oneSlot(60_000)
  const first = streamIn(slots, 'a')
  first.write(40, true)
  await vi.waitFor(() => expect(slots.inUse).toBe(1))
  const second = streamIn(slots, 'b')
  second.write(100, false)
  await vi.waitFor(() => expect(second.stream.settledMs).toBe(100 * windowMs))
  second.write(50, true)
  second.write(60, false)
  await vi.waitFor(() => expect(second.speech()).toBe('waits'))
  // A client that goes on elsewhere from there repeats all of it.
  expect(second.stream.settledMs).toBeLessThanOrEqual(100 * windowMs)
  expect(second.texts()).toEqual([])
  const ended = second.stream.end()
  first.stream.abort()
  await ended
  expect(second.texts()).toEqual(['50 windows'])
  expect(slots).toMatchObject({ open: 0, inUse: 0 })
})

test('ASR-04 who lost the slot ends the sentence that was begun', async () => {
  const slots = new SpeechSlots({ capacity: () => 2, leaseMs: 60_000, waitMs: 60_000 })
  const [one, two] = [streamIn(slots, 'a'), streamIn(slots, 'a')]
  for (const { write, speech } of [one, two]) {
    write(40, true)
    await vi.waitFor(() => expect(speech()).toBe('begun'))
  }
  const other = streamIn(slots, 'b')
  other.write(40, true)
  await vi.waitFor(() => expect(other.speech()).toBe('begun'))
  for (const { write } of [one, two, other]) write(60, false)
  for (const { texts } of [one, two, other]) await vi.waitFor(() => expect(texts()).toEqual(['40 windows']))
})

test('ASR-02 speech that waited too long fails the stream as over capacity', async () => {
  const slots = oneSlot(20)
  const first = streamIn(slots, 'a')
  first.write(40, true)
  await vi.waitFor(() => expect(slots.inUse).toBe(1))
  const second = streamIn(slots, 'b')
  second.write(40, true)
  await vi.waitFor(() => expect(second.failures).toMatchObject([{ reason: 'capacity' }]))
  expect(slots.open).toBe(1)
})
