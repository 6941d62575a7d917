import { expect, test } from 'vitest'
import type { NewUtterance } from '../../transcripts'
import type { Span, Turn } from '../stage-outputs'
import { isEvaluation, planShards } from './plan-shards'

/** A word every half second, for as long as a person speaks. */
function speech(...spans: Span[]): NewUtterance[] {
  return spans.map(([startMs, endMs], index) => ({
    id: `u${index}`,
    startMs,
    endMs,
    text: '',
    words: Array.from({ length: Math.floor((endMs - startMs) / 500) }, (_, word) => ({
      text: `w${index}.${word}`,
      startMs: startMs + word * 500,
      endMs: startMs + word * 500 + 400,
    })),
    csis: [],
    speakerIds: ['9'],
    speakerSegments: [],
    transcriptType: 'final',
    languageCode: 'en-US',
    confidence: 1,
    timesEstimated: false,
  }))
}

const plan = (
  spans: Span[],
  turns: Turn[] = [],
  percent = 100,
  sharder: 'vadmarker' | 'diarized' = 'vadmarker',
) =>
  planShards({
    meetingId: 'm',
    sharder,
    percent,
    tracks: [{ channel: null, spans }],
    turns,
    utterances: speech(...spans),
  })

test('by voice: short spans are joined, long pauses part, offsets are those of the voice', () => {
  const shards = plan([
    [0, 2_000],
    [2_500, 4_000],
    [4_200, 9_000],
    [15_000, 21_000],
  ])
  expect(shards.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 9_000],
    [15_000, 21_000],
  ])
  expect(shards[0]!.words.map(({ text }) => text)).toEqual(
    speech([0, 2_000], [2_500, 4_000], [4_200, 9_000]).flatMap(({ words }) => words.map(({ text }) => text)),
  )
  expect(shards[0]!.speakerIds).toEqual(['9'])
})

test('the turns of a shard are those of its words: by speaker, parted by pauses, from its start on', () => {
  const [one] = speech([1_000, 7_000])
  const words = one!.words.filter(({ startMs }) => startMs < 2_000 || startMs >= 3_000)
  const said = words.map(({ text }) => text)
  const utterance = {
    ...one!,
    words,
    speakerIds: ['1', '2'],
    // The first word came before anyone was known to speak.
    speakerSegments: [
      { speakerId: '1', text: said.slice(1, 6).join(' ') },
      { speakerId: '2', text: said.slice(6).join(' ') },
    ],
  }
  const [shard] = planShards({
    meetingId: 'm',
    sharder: 'vadmarker',
    percent: 100,
    tracks: [{ channel: null, spans: [[1_000, 7_000]] }],
    turns: [],
    utterances: [utterance],
  })
  expect(shard!.turns).toEqual([
    { speakerId: '1', startMs: 500, endMs: 900 },
    { speakerId: '1', startMs: 2_000, endMs: 3_900 },
    { speakerId: '2', startMs: 4_000, endMs: 5_900 },
  ])
  expect(plan([[0, 6_000]])[0]!.turns).toEqual([{ speakerId: '9', startMs: 0, endMs: 5_900 }])
})

test('no shard is longer than the limit, no word is cut, none is lost and none is in two', () => {
  const shards = plan([[0, 70_000]])
  expect(shards.length).toBeGreaterThan(3)
  for (const { startMs, endMs, words } of shards) {
    expect(endMs - startMs).toBeLessThanOrEqual(21_000)
    for (const word of words) {
      expect(word.startMs).toBeGreaterThanOrEqual(startMs)
      expect(word.endMs).toBeLessThanOrEqual(endMs)
    }
  }
  const words = shards.flatMap(shard => shard.words.map(({ text }) => text))
  expect(words).toEqual(speech([0, 70_000])[0]!.words.map(({ text }) => text))
})

test('diarized: one speaker a shard, at the turns', () => {
  const turns: Turn[] = [
    ['1', 0, 3_000],
    ['1', 3_200, 6_000],
    ['2', 6_000, 11_000],
  ]
  const shards = plan([[0, 11_000]], turns, 100, 'diarized')
  expect(shards.map(({ startMs, endMs, speakerIds }) => [startMs, endMs, speakerIds])).toEqual([
    [0, 6_000, ['1']],
    [6_000, 11_000, ['2']],
  ])
})

test('the percentage chooses, the same ones every time', () => {
  const spans = Array.from({ length: 200 }, (_, index): Span => [index * 20_000, index * 20_000 + 6_000])
  expect(plan(spans, [], 0)).toEqual([])
  expect(plan(spans)).toHaveLength(200)
  const some = plan(spans, [], 30)
  expect(some.length).toBeGreaterThan(30)
  expect(some.length).toBeLessThan(90)
  expect(plan(spans, [], 30)).toEqual(some)
})

test('whether a shard is for evaluation is drawn apart from whether it is chosen', () => {
  const spans = Array.from({ length: 600 }, (_, index): Span => [index * 20_000, index * 20_000 + 6_000])
  for (const percent of [10, 100]) {
    const ids = plan(spans, [], percent).map(({ id }) => id)
    const share = ids.filter(isEvaluation).length / ids.length
    expect(share).toBeGreaterThan(0.02)
    expect(share).toBeLessThan(0.3)
  }
})

test('a shard is as sure as its words: one of unknown confidence as its utterance, and nothing is known of nothing', () => {
  const [one] = speech([0, 6_000])
  const words = one!.words.map((word, at) => (at % 2 ? word : { ...word, confidence: 0.4 }))
  const confidence = (utterance: NewUtterance) =>
    planShards({
      meetingId: 'm',
      sharder: 'vadmarker',
      percent: 100,
      tracks: [{ channel: null, spans: [[0, 6_000]] }],
      turns: [],
      utterances: [utterance],
    })[0]!.confidence
  expect(confidence({ ...one!, words, confidence: 0.8 })).toBeCloseTo(0.6)
  expect(confidence({ ...one!, words, confidence: null })).toBeCloseTo(0.4)
  expect(confidence({ ...one!, confidence: null })).toBeUndefined()
})
