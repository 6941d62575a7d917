import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { describe, expect, test } from 'vitest'
import { type SegmentEvent, Segmenter } from './segmenter'

/** `#` is a voiced window of 32 ms, `.` a silent one; `x20` repeats. */
function feed(pattern: string, segmenter = new Segmenter(), finish = false): SegmentEvent[] {
  const windows = pattern.replaceAll(/([#.])x(\d+)/g, (_, mark: string, times: string) =>
    mark.repeat(Number(times)),
  )
  const events = [...windows].flatMap(mark => segmenter.push(Float32Array.of(mark === '#' ? 0.95 : 0.02)))
  return [...events, ...(finish ? segmenter.finish() : [])].filter(({ type }) => type !== 'grown')
}
const types = (events: SegmentEvent[]) => events.map(({ type }) => type)

describe('segments of a stream', () => {
  test('silence and clicks open nothing', () => {
    expect(feed('.x100#.x5##.x50', undefined, true)).toEqual([])
  })

  test('a pause starts the decoding, silence ends the segment, with sound kept around it', () => {
    const events = feed('.x30#x40.x30')
    expect(types(events)).toEqual(['opened', 'paused', 'ended'])
    const ended = events[2] as SegmentEvent & { type: 'ended' }
    expect(ended.from).toBe((30 - 10) * 512)
    expect(ended.voicedTo).toBe(70 * 512)
    expect(ended.to).toBe(76 * 512)
    expect(ended.voicedFrom).toBe(30 * 512)
    expect(ended.peak).toBeCloseTo(0.95)
  })

  test('speech after a short pause takes the guess back', () => {
    expect(types(feed('#x30.x8#x20.x30'))).toEqual(['opened', 'paused', 'resumed', 'paused', 'ended'])
  })

  test('speech without a pause is cut before it gets too long, and nothing is lost between the parts', () => {
    const events = feed('#x600', undefined, true)
    const ended = events.filter(event => event.type === 'ended')
    expect(ended.length).toBeGreaterThanOrEqual(2)
    let at = 0
    for (const event of ended) {
      expect(event.from).toBe(at)
      expect(event.to - event.from).toBeLessThanOrEqual(8 * SAMPLE_RATE_HZ + 512)
      at = event.to
    }
    expect(at).toBe(600 * 512)
  })

  test('a long segment is cut at its quietest place', () => {
    const segmenter = new Segmenter()
    const probabilities = Float32Array.from({ length: 260 }, (_, i) => (i === 200 ? 0.4 : 0.99))
    const ended = segmenter.push(probabilities).find(event => event.type === 'ended')
    expect(Math.abs(ended!.to / 512 - 201)).toBeLessThanOrEqual(2)
  })

  test('one whose last words reach the limit is over with them: its silence is no segment of its own', () => {
    const events = feed('#x235.x60', undefined, true)
    expect(types(events)).toEqual(['opened', 'paused', 'ended'])
    expect(types(feed('#x235.x60#x20.x30'))).toEqual([...types(events), 'opened', 'paused', 'ended'])
  })

  test('the end of the stream ends what is open', () => {
    expect(types(feed('.x3#x20', undefined, true))).toEqual(['opened', 'ended'])
  })

  test('every segment has its own number', () => {
    const events = feed('#x20.x30#x20.x30#x20.x30')
    expect(events.filter(({ type }) => type === 'ended').map(({ segment }) => segment)).toEqual([1, 2, 3])
  })
})
