import { expect, test } from 'vitest'
import { planChunks } from './plan-chunks'
import { unjoinTurns } from './unjoin-turns'
import { VoiceSpans } from './voice-spans'

const WINDOW_MS = 32
const windows = (ms: number, probability: number) =>
  new Array<number>(Math.round(ms / WINDOW_MS)).fill(probability)

test('a short silence does not part two spans, a longer one does, and a click is not one', () => {
  const spans = new VoiceSpans()
  spans.push([
    ...windows(1_000, 0),
    ...windows(960, 0.9),
    ...windows(256, 0.1),
    ...windows(640, 0.9),
    ...windows(3_200, 0),
  ])
  spans.push([...windows(64, 0.9), ...windows(1_600, 0), ...windows(320, 0.6)])
  const found = spans.finish()
  expect(found).toHaveLength(2)
  expect(found[0]!.endMs - found[0]!.startMs).toBe(960 + 256 + 640)
  expect(found[1]!.endMs - found[1]!.startMs).toBe(320)
})

test('speech without a breath is cut at its quietest place, and nothing of it is lost', () => {
  const spans = new VoiceSpans()
  spans.push([...windows(295_008, 0.9), 0.4, ...windows(60_000, 0.9)])
  const [first, second, ...more] = spans.finish()
  expect(more).toEqual([])
  expect(first).toEqual({ startMs: 0, endMs: 295_008 })
  expect(second!.startMs).toBe(295_008)
})

test('chunks hold every voiced span, never overlap and are the same every time', () => {
  const spans = Array.from(
    { length: 60 },
    (_, index) => [index * 2_500 + 300, index * 2_500 + 2_100] as [number, number],
  )
  const tracks = [
    { channel: 0, spans },
    { channel: 1, spans: [[0, 500] as [number, number], [9_000, 9_400] as [number, number]] },
  ]
  const chunks = planChunks(tracks, 150_000)
  expect(planChunks(tracks, 150_000)).toEqual(chunks)
  const first = chunks.filter(({ channel }) => channel === 0)
  expect(first.length).toBeGreaterThan(3)
  for (const [start, end] of spans)
    expect(first.some(chunk => chunk.startMs <= start && chunk.endMs >= end)).toBe(true)
  for (const [index, chunk] of first.entries())
    if (index > 0) expect(chunk.startMs).toBeGreaterThanOrEqual(first[index - 1]!.endMs)
  expect(chunks.filter(({ channel }) => channel === 1)).toEqual([
    { channel: 1, startMs: 0, endMs: 900 },
    { channel: 1, startMs: 8_600, endMs: 9_800 },
  ])
  expect(planChunks([{ channel: null, spans: [] }], 1_000)).toEqual([])
})

test('turns found in joined speech are put back on the clock, cut at the seams', () => {
  const spans = [
    { startMs: 1_000, endMs: 2_000 },
    { startMs: 10_000, endMs: 12_000 },
  ]
  expect(
    unjoinTurns(
      [
        { speaker: '1', startMs: 500, endMs: 1_500 },
        { speaker: '2', startMs: 1_500, endMs: 3_000 },
      ],
      spans,
    ),
  ).toEqual([
    { speaker: '1', startMs: 1_500, endMs: 2_000 },
    { speaker: '1', startMs: 10_000, endMs: 10_500 },
    { speaker: '2', startMs: 10_500, endMs: 12_000 },
  ])
})
