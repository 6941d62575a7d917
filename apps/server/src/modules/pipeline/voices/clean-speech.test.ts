import { expect, test } from 'vitest'
import { cleanSpeech } from './clean-speech'

test('a voice is listened to where it is alone, a little inside of its turns', () => {
  expect(
    cleanSpeech(
      [
        ['1', 0, 10_000],
        ['2', 4_000, 6_000],
        ['2', 10_000, 14_000],
        ['1', 14_000, 15_000],
      ],
      '1',
    ),
  ).toEqual([
    { startMs: 150, endMs: 3_850 },
    { startMs: 6_150, endMs: 9_850 },
  ])
})

test('of much speech the longest stretches are taken, a minute in all', () => {
  const spans = cleanSpeech(
    [
      ['1', 0, 5_000],
      ['1', 10_000, 50_000],
      ['1', 60_000, 90_000],
    ],
    '1',
  )
  expect(spans).toEqual([
    { startMs: 10_150, endMs: 49_850 },
    { startMs: 60_150, endMs: 80_450 },
  ])
})

test('nothing is left of a voice that is never alone', () => {
  expect(
    cleanSpeech(
      [
        ['1', 0, 5_000],
        ['2', 500, 1_500],
        ['2', 2_000, 4_900],
      ],
      '1',
    ),
  ).toEqual([])
})
