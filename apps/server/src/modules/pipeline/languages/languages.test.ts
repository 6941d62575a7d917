import { expect, test } from 'vitest'
import type { Span, VoiceTrack } from '../stage-outputs'
import { planChunks } from '../voices/plan-chunks'
import { listenClosely } from './find-languages'
import { languageAt, mainLanguage } from './language-stretches'
import { type Likely, likeliestChange, likeliestLanguages } from './likeliest-languages'
import { speechBetween, speechWindows } from './speech-windows'

const of = (language: string, likely = 0.97): Likely =>
  new Map([
    [language, likely],
    ['de', 1 - likely],
  ])
const [en, fr] = [of('en'), of('fr')]
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

test('UPL-06 the language changes where the speech does, and one odd window is no change', () => {
  expect(likeliestLanguages([...times(3, en), ...times(3, fr)])).toEqual([
    ...times(3, 'en'),
    ...times(3, 'fr'),
  ])
  expect(likeliestLanguages([...times(3, en), fr, ...times(3, en)])).toEqual(times(7, 'en'))
  expect(likeliestLanguages([...times(5, en), fr])).toEqual(times(6, 'en'))
  expect(likeliestLanguages([...times(3, en), ...times(3, fr), ...times(3, en)])).toEqual([
    ...times(3, 'en'),
    ...times(3, 'fr'),
    ...times(3, 'en'),
  ])
})

test('UPL-06 what was not heard goes by what is around it, and where nothing was heard nothing is known', () => {
  expect(likeliestLanguages([en, undefined, en, fr, undefined, fr])).toEqual([
    ...times(3, 'en'),
    ...times(3, 'fr'),
  ])
  expect(likeliestLanguages([undefined, undefined])).toEqual([])
  expect(likeliestLanguages([])).toEqual([])
})

test('UPL-06 a language begins at the pause where it is heard first', () => {
  const doubtful = of('en', 0.5)
  expect(likeliestChange([en, doubtful, en, fr, fr], ['en', 'fr'])).toBe(3)
  expect(likeliestChange([en, en, fr, en, fr, fr], ['en', 'fr'])).toBe(2)
  expect(likeliestChange([fr, fr], ['en', 'fr'])).toBe(0)
  expect(
    speechBetween(
      [
        [0, 3_000],
        [3_400, 11_400],
        [12_000, 13_000],
      ],
      1_000,
      11_500,
    ),
  ).toEqual([
    [1_000, 3_000],
    [3_400, 7_400],
    [7_400, 11_400],
  ])
})

test('UPL-06 an hour in one language is heard once a minute, closely only where the language changes', async () => {
  const windows = times<Span>(360, [0, 10_000]).map(
    ([, length], at): Span => [at * length, (at + 1) * length],
  )
  const looks: number[] = []
  const spoken = (until: number) => (window: Span) => {
    looks.push(window[0] / 10_000)
    return Promise.resolve(window[0] / 10_000 < until ? en : fr)
  }
  await listenClosely(windows, spoken(360))
  expect(looks).toHaveLength(61)
  looks.length = 0
  const heard = await listenClosely(windows, spoken(200))
  expect(looks).toHaveLength(66)
  expect(likeliestLanguages(heard).indexOf('fr')).toBe(200)
})

test('UPL-06 windows are cut at pauses, hold no long silence and are no longer than the engine listens', () => {
  expect(
    speechWindows([
      [0, 5_000],
      [5_300, 9_500],
      [9_900, 14_000],
      [30_000, 34_000],
      [60_000, 60_500],
    ]),
  ).toEqual([
    [0, 9_500],
    [9_900, 14_000],
    [30_000, 34_000],
  ])
  for (const [start, end] of speechWindows([[0, 61_000]])) expect(end - start).toBeLessThanOrEqual(12_000)
  expect(speechWindows([[0, 900]])).toEqual([[0, 900]])
  expect(speechWindows([])).toEqual([])
})

test('UPL-06 a piece of the recognition is in one language, regardless of the pauses', () => {
  const tracks: VoiceTrack[] = [
    {
      channel: null,
      spans: [
        [500, 9_000],
        [9_200, 20_000],
        [20_100, 34_000],
      ],
    },
  ]
  const stretches = [
    { channel: null, startMs: 0, languageCode: 'en-US' },
    { channel: null, startMs: 9_200, languageCode: 'fr' },
    { channel: null, startMs: 26_000, languageCode: 'it' },
  ]
  const language = { languageCode: 'fr', languageInferred: true, stretches }
  const chunks = planChunks(tracks, 35_000, stretches)
  expect(chunks.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [100, 9_100],
    [9_100, 26_000],
    [26_000, 34_400],
  ])
  expect(chunks.map(chunk => languageAt(language, chunk))).toEqual(['en-US', 'fr', 'it'])
  expect(mainLanguage(tracks, stretches)).toBe('fr')
  expect(mainLanguage(tracks, [])).toBeUndefined()
})
