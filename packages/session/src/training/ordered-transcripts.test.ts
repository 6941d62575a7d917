import type { ShardTranscript } from '@livetap/contract'
import { expect, test } from 'vitest'
import { haveConfidence, orderedTranscripts } from './ordered-transcripts'

const said = (id: string, startMs: number, endMs: number, confidence?: number): ShardTranscript => ({
  id,
  speech_result: {
    alternatives: [{ transcript: id, confidence }],
    start_millis: startMs,
    end_millis: endMs,
    source: 'upload',
    transcript_language_code: 'en-US',
    language_code: 'en-US',
    transcript_type: 'final',
    updated_at: '2026-03-04T05:06:07.000Z',
    speakers: [],
  },
  version: 0,
  unusable: null,
})

const all = [said('a', 0, 3000), said('b', 4000, 5000, 0.9), said('c', 6000, 8000, 0.4)]

test.each([
  ['', ['a', 'b', 'c']],
  ['meeting', ['a', 'b', 'c']],
  ['shortest', ['b', 'c', 'a']],
  ['least_certain', ['c', 'b', 'a']],
] as const)('%j: what is not known comes last', (order, ids) => {
  expect(orderedTranscripts(all, order).map(({ id }) => id)).toEqual(ids)
})

test('whether any confidence is known', () => {
  expect(haveConfidence(all)).toBe(true)
  expect(haveConfidence(all.slice(0, 1))).toBe(false)
})
