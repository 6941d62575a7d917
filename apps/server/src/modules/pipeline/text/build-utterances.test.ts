import { expect, test } from 'vitest'
import { buildUtterances, risingWords } from './build-utterances'
import type { RecognizedSegment } from './recognized-segments'

const segment = (channel: number | null, ...words: [string, number, number][]): RecognizedSegment => ({
  id: 'u',
  number: 1,
  channel,
  enhanced: false,
  result: {
    segmentId: 's',
    isFinal: true,
    text: words.map(([word]) => word).join(' '),
    startMs: words[0]?.[1] ?? 0,
    endMs: words.at(-1)?.[2] ?? 0,
    words: words.map(([word, startMs, endMs]) => ({ word, startMs, endMs })),
    speakerIds: [],
    languageCode: 'en-US',
  },
})

test('word times rise and stay inside the recording', () => {
  const words = risingWords(
    [
      { word: 'a', startMs: 900, endMs: 1_000 },
      { word: 'b', startMs: 700, endMs: 650 },
      { word: 'c', startMs: 4_990, endMs: 5_400 },
    ],
    5_000,
  )
  expect(words).toEqual([
    { text: 'a', startMs: 900, endMs: 1_000 },
    { text: 'b', startMs: 900, endMs: 900 },
    { text: 'c', startMs: 4_990, endMs: 5_000 },
  ])
})

test('each word goes to the turn it lies in, or the one nearest to it', () => {
  const [utterance] = buildUtterances(
    [segment(null, ['one', 0, 400], ['two', 1_400, 1_600], ['three', 2_600, 2_700], ['far', 9_000, 9_100])],
    {
      turns: [
        ['1', 0, 1_500],
        ['2', 1_550, 2_500],
      ],
      separateChannels: [],
      durationMs: 10_000,
    },
  )
  expect(utterance!.speakerSegments).toEqual([
    { speakerId: '1', text: 'one two' },
    { speakerId: '2', text: 'three far' },
  ])
  expect(utterance!.speakerIds).toEqual(['1', '2'])
  expect(utterance!.csis).toEqual([])
})

test('where two speak at once a word goes to the one whose turn it is, however often others agree', () => {
  const agreeing = Array.from({ length: 12 }, (_, i): [string, number, number] => [
    '2',
    1_000 + 1_000 * i,
    1_400 + 1_000 * i,
  ])
  const [utterance] = buildUtterances(
    [segment(null, ['first', 1_100, 1_300], ['last', 12_100, 12_300], ['next', 20_100, 20_200])],
    {
      turns: [['1', 0, 20_000], ...agreeing, ['2', 20_000, 21_000]],
      separateChannels: [],
      durationMs: 30_000,
    },
  )
  expect(utterance!.speakerSegments).toEqual([
    { speakerId: '1', text: 'first last' },
    { speakerId: '2', text: 'next' },
  ])
})

test('a channel of its own names its speaker', () => {
  const [utterance] = buildUtterances([segment(2, ['hi', 0, 100])], {
    turns: [],
    separateChannels: [0, 2],
    durationMs: 1_000,
  })
  expect(utterance).toMatchObject({
    csis: [2],
    speakerIds: ['2'],
    speakerSegments: [{ speakerId: '2', text: 'hi' }],
  })
})

test('without turns no speaker is named', () => {
  const [utterance] = buildUtterances([segment(null, ['hi', 0, 100])], {
    turns: [],
    separateChannels: [],
    durationMs: 1_000,
  })
  expect(utterance).toMatchObject({ speakerIds: [], speakerSegments: [] })
})
