import { buildTranscript, createSearch, displayRows } from '@livetap/transcript'
import { expect, test } from 'vitest'
import { rowLines } from './row-lines'
import { type Marking, textPieces } from './text-pieces'

const word = (text: string, at: number, confidence = 1) => ({
  word: text,
  start_millis: at,
  end_millis: at + 90,
  confidence,
})
const transcript = buildTranscript([
  {
    id: 'a',
    start_millis: 0,
    end_millis: 400,
    alternatives: [
      {
        transcript: 'one two three four',
        words: [word('one', 0), word('two', 100, 0.5), word('three', 200, 0.7), word('four', 300)],
      },
    ],
    speaker_segments: [
      { speaker_id: 1, transcript: 'one two' },
      { speaker_id: 2, transcript: 'three four' },
    ],
  },
  { id: 'b', start_millis: 500, end_millis: 600, alternatives: [{ transcript: 'alone' }], csis: [7] },
])
const [row, alone] = displayRows(transcript)
const plain: Marking = { hasWords: false, search: undefined, currentMatch: -1, showsTrust: false }
const textOf = (from: number, to: number) => transcript.utterances[0]!.text.slice(from, to)

test('PAS-09 a row has one line per speaker, and the lines join to its text', () => {
  const lines = rowLines(transcript, row!)
  expect(lines.map(({ from, to, speaker }) => [speaker?.id, textOf(from, to)])).toEqual([
    ['1', 'one two '],
    ['2', 'three four'],
  ])
  expect(rowLines(transcript, alone!)).toEqual([{ from: 0, to: 5, speaker: undefined }])
})

test('PAS-09 a long utterance keeps its lines over several rows and names the speaker once', () => {
  const parts = displayRows(transcript, 6).filter(({ utterance }) => utterance === 0)
  expect(parts.length).toBeGreaterThan(2)
  const lines = parts.flatMap(part => rowLines(transcript, part))
  expect(lines.map(({ from, to }) => textOf(from, to)).join('')).toBe('one two three four')
  expect(lines.flatMap(({ speaker }) => speaker?.id ?? [])).toEqual(['1', '2'])
})

test('PAS-09 a row that does not play is one piece of text; one that plays has its words', () => {
  expect(textPieces(transcript, row!, 0, 18, plain)).toEqual([{ from: 0, to: 18 }])
  const pieces = textPieces(transcript, row!, 0, 18, { ...plain, hasWords: true })
  expect(pieces.filter(({ word }) => word !== undefined).map(({ from, to }) => textOf(from, to))).toEqual([
    'one',
    'two',
    'three',
    'four',
  ])
  expect(pieces.map(({ from, to }) => textOf(from, to)).join('')).toBe('one two three four')
})

test('matches cut through words, and doubtful words are marked', () => {
  const search = createSearch(transcript).find('wo th')
  const pieces = textPieces(transcript, row!, 0, 18, {
    hasWords: true,
    search,
    currentMatch: 0,
    showsTrust: true,
  })
  expect(pieces.filter(({ found }) => found).map(({ from, to }) => textOf(from, to))).toEqual([
    'wo',
    ' ',
    'th',
  ])
  expect(pieces.filter(({ trust }) => trust).map(({ from, to, trust }) => [textOf(from, to), trust])).toEqual(
    [
      ['t', 'low'],
      ['wo', 'low'],
      ['th', 'middle'],
      ['ree', 'middle'],
    ],
  )
})
