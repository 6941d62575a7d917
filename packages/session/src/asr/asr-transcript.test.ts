import { type AsrResult, asrResultSchema } from '@livetap/contract'
import { expect, test } from 'vitest'
import { applyResult, emptyAsrTranscript } from './asr-transcript'

const result = (id: string, text: string, isFinal: boolean, seconds = 1): AsrResult =>
  asrResultSchema.parse({
    alternatives: [
      {
        transcript: text,
        words: [
          {
            word: text,
            start_time: { seconds, nanos: 250_000_000 },
            end_time: { seconds: seconds + 1, nanos: 5e6 },
          },
        ],
      },
    ],
    is_final: isFinal,
    speaker_ids: [1],
    language_code: 'en-US',
    segment_id: id,
  })

const take = (...results: AsrResult[]) =>
  results.reduce((transcript, next) => applyResult(transcript, next, 0), emptyAsrTranscript)

test('ASR-04 interims are held apart; a final is added and clears them', () => {
  const speaking = take(result('a', 'ask', false), result('a', 'ask not', false))
  expect(speaking.lines).toEqual([])
  expect(speaking.interim?.text).toBe('ask not')
  const done = take(result('a', 'ask', false), result('a', 'Ask not.', true))
  expect(done.interim).toBeUndefined()
  expect(done.lines).toMatchObject([
    { id: 'a', text: 'Ask not.', csis: [1], languageCode: 'en-US', startMs: 1250, endMs: 2005 },
  ])
})

test('ASR-04 a final that comes again is not doubled, and a late interim never rewrites it', () => {
  const once = take(result('a', 'Ask not.', true))
  expect(applyResult(once, result('a', 'Ask not.', true), 0)).toBe(once)
  expect(applyResult(once, result('a', 'as', false), 0)).toBe(once)
})

test('ASR-11 what two speakers said without a pause is a line for each, and said again adds nothing', () => {
  const parts = [
    { ...result('a', 'Are you there?', true, 1), speaker_ids: [1] },
    { ...result('a.2', 'Yes.', true, 3), speaker_ids: [2] },
  ]
  const { lines, interim } = take(result('a', 'are you there yes', false), ...parts, ...parts)
  expect(lines.map(({ text, csis }) => [text, ...csis])).toEqual([
    ['Are you there?', 1],
    ['Yes.', 2],
  ])
  expect(interim).toBeUndefined()
})

test('ASR-04 lines are in the order of their start', () => {
  expect(take(result('b', 'two', true, 5), result('a', 'one', true, 2)).lines.map(line => line.text)).toEqual(
    ['one', 'two'],
  )
})

test('ASR-04 finals without a segment name are all kept', () => {
  const unnamed = (text: string) => ({ ...result('', text, true), segment_id: undefined })
  expect(take(unnamed('yes'), unnamed('yes')).lines).toHaveLength(2)
})

test('ASR-04 words that an earlier connection settled are not said again by a stream that waited elsewhere', () => {
  const stale: AsrResult = {
    ...result('b', '', true),
    alternatives: [
      {
        transcript: 'do for you. Ask',
        words: ['do', 'for', 'you', 'ask'].map((word, at) => ({
          word,
          start_time: { seconds: at, nanos: 0 },
          end_time: { seconds: at, nanos: 900_000_000 },
        })),
      },
    ],
  }
  const held = take(result('a', 'you', true, 0))
  const said = applyResult(held, stale, 0, 0, 3_000)
  expect(said.lines.map(({ text, startMs }) => [text, startMs])).toEqual([
    ['you', 250],
    ['Ask', 3_000],
  ])
  // Its clock is that of the stream, wherever the transcript begins.
  expect(applyResult(held, stale, 0, 10_000, 3_000).lines.at(-1)).toMatchObject({
    text: 'Ask',
    startMs: 13_000,
  })
  expect(applyResult(held, stale, 0, 0, 4_000).lines).toEqual(held.lines)
  expect(applyResult(held, { ...stale, is_final: false }, 0, 0, 4_000)).toBe(held)
})
