import { expect, test } from 'vitest'
import type { NewUtterance } from '../../transcripts'
import type { Turn } from '../stage-outputs'
import { nameTurns } from './name-turns'

const line = (speakerId: string, startMs: number, endMs: number) =>
  ({ speakerIds: [speakerId], startMs, endMs }) as unknown as NewUtterance

const turns: Turn[] = [
  ['b', 0, 4_000],
  ['a', 4_000, 9_000],
  ['b', 9_000, 12_000],
]

test('a voice has the id under which most of it was said during the call', () => {
  const text = [
    line('2', 0, 1_000),
    line('2.2', 1_000, 4_000),
    line('2', 4_000, 9_000),
    line('2.2', 9_000, 12_000),
  ]
  expect(nameTurns(turns, text, 2).map(([id]) => id)).toEqual(['2.2', '2', '2.2'])
})

test('a speaker who was not diarized gets the next number, and lines of other microphones do not count', () => {
  const text = [line('2', 0, 12_000), line('1', 0, 12_000), line('1.4', 0, 12_000)]
  expect(nameTurns(turns, text, 2).map(([id]) => id)).toEqual(['2', '2.2', '2'])
})

test('a single speaker is the owner of the microphone, regardless of what was recognised during the call', () => {
  const alone: Turn[] = [['a', 0, 12_000]]
  const text = [line('2', 0, 2_000), line('2.2', 2_000, 12_000)]
  expect(nameTurns(alone, text, 2)).toEqual([['2', 0, 12_000]])
})

test('the same again finds the same', () => {
  const once = nameTurns(turns, [line('2', 0, 12_000)], 2)
  const text = once.map(([id, startMs, endMs]) => line(id, startMs, endMs))
  expect(nameTurns(turns, text, 2)).toEqual(once)
})
