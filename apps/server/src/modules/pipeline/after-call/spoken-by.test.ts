import { expect, test } from 'vitest'
import type { StoredUtterance } from '../../transcripts'
import type { Turn } from '../stage-outputs'
import { SpokenBy } from './spoken-by'

const turns: Turn[] = [
  ['1', 0, 2_000],
  // Of another microphone, at the same time.
  ['2', 0, 6_000],
  ['1.2', 2_000, 4_000],
  ['2.2', 2_500, 3_000],
]

function line(id: string, speakerId: string, more: Partial<StoredUtterance> = {}): StoredUtterance {
  const words = ['yes', 'it', 'is', 'so'].map((text, at) => ({
    text,
    startMs: 500 + at * 800,
    endMs: 1_200 + at * 800,
  }))
  const speakerSegments = [{ speakerId, text: 'yes it is so' }]
  return { id, speakerIds: [speakerId], speakerSegments, words, version: 0, ...more } as StoredUtterance
}

test('each word of a line goes to who speaks at its microphone then', () => {
  const spoken = new SpokenBy(turns).line(line('a', '1'))
  expect(spoken.speakerIds).toEqual(['1', '1.2'])
  expect(spoken.speakerSegments).toEqual([
    { speakerId: '1', text: 'yes it' },
    { speakerId: '1.2', text: 'is so' },
  ])
})

test('a line of one voice, of another microphone or without words stays as it is', () => {
  const by = new SpokenBy(turns)
  for (const same of [line('a', '2'), line('b', '3'), line('c', '1', { words: [] })])
    expect(by.line(same)).toBe(same)
})

test('what a person edited or gave to a person is not given to another', () => {
  const present = [line('a', '1'), line('b', '1', { version: 1 }), line('c', '1', { heardAs: ['1.2'] })]
  expect(new SpokenBy(turns).changed(present).map(({ id }) => id)).toEqual(['a'])
})
