import { expect, test } from 'vitest'
import { buildTranscript } from '../read/build-transcript'
import { buildHighlights } from '../read/highlights'
import { correctedHighlights } from './corrected-highlights'

const utterance = (id: string, startMs: number, text: string, edited: boolean) => ({
  id,
  start_millis: startMs,
  end_millis: startMs + 400,
  alternatives: [
    {
      transcript: text,
      words: text.split(' ').map((word, at) => ({
        word,
        start_millis: startMs + at * 100,
        end_millis: startMs + at * 100 + 90,
      })),
    },
  ],
  edited,
  version: Number(edited),
})

const highlights = buildHighlights([
  { id: 'whole', start_millis: 1000, end_millis: 1400, transcript: 'we meat on Monday' },
  { id: 'part', start_millis: 1100, end_millis: 1290, transcript: 'meat on' },
  { id: 'both', start_millis: 1200, end_millis: 2190, transcript: 'on Monday see you' },
  { id: 'other', start_millis: 2000, end_millis: 2400, transcript: 'said before' },
])

test('PAS-10 a correction shows in every highlight of its words, and in no other', () => {
  const transcript = buildTranscript([
    utterance('a', 1000, 'we meet on Tuesday', true),
    utterance('b', 2000, 'see you then friends', false),
  ])
  const texts = correctedHighlights(transcript, highlights).map(({ id, text }) => [id, text])
  expect(Object.fromEntries(texts)).toEqual({
    whole: 'we meet on Tuesday',
    part: 'meet on',
    both: 'on Tuesday see you',
    other: 'said before',
  })
})

test('without corrections the highlights stay as they came', () => {
  const transcript = buildTranscript([utterance('a', 1000, 'we meet on Tuesday', false)])
  expect(correctedHighlights(transcript, highlights)).toBe(highlights)
})
