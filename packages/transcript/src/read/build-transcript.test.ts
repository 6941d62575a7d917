import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordConfidence, wordsOf, wordText } from '../cues/word-at'
import { replaceUtterance } from '../edit/replace-utterance'
import { countWords, highlightsWordCount, transcriptWordCount } from '../edit/word-count'
import { utteranceToWire } from '../export/transcript-to-wire'
import { arbitraryResults } from '../testing/arbitrary-transcript'
import { longMeeting } from '../testing/long-meeting'
import { buildTranscript, createTranscriptBuilder } from './build-transcript'
import { compareByStart } from './order'

function utterance(transcript: string, words: unknown[], more: object = {}) {
  return { start_millis: 1000, end_millis: 3000, alternatives: [{ transcript, words }], ...more }
}
function timed(word: string, start_millis: number, end_millis: number) {
  return { word, start_millis, end_millis }
}

test('PAS-09 an utterance’s words are ranges of its text, punctuation included in the text', () => {
  const { utterances, words } = buildTranscript([
    utterance('Hello, world!', [timed('Hello', 1000, 1200), timed('world', 1300, 1900)], {
      id: 'x',
      csis: [2],
    }),
  ])
  expect(utterances[0]).toMatchObject({
    id: 'x',
    text: 'Hello, world!',
    csis: [2],
    firstWord: 0,
    wordCount: 2,
  })
  expect([...words.textFrom]).toEqual([0, 7])
  expect([...words.textTo]).toEqual([5, 12])
  expect([...words.startMs]).toEqual([1000, 1300])
})

test('utterances that share a start, or an id, are all kept, in one order', () => {
  const read = buildTranscript([
    utterance('b', [], { id: 'two' }),
    utterance('a', [], { id: 'one' }),
    utterance('c', []),
    utterance('d', []),
    utterance('e', [], { id: 'one' }),
  ])
  expect(read.utterances.map(item => item.text).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(new Set(read.utterances.map(item => item.id)).size).toBe(5)
  expect(read.utterances.map(item => item.id)).toEqual(read.utterances.map(item => item.id).sort())
})

test('any data at all gives a sound model', () => {
  fc.assert(
    fc.property(fc.oneof(arbitraryResults, fc.array(fc.anything(), { maxLength: 10 })), results => {
      const { utterances, words } = buildTranscript(results)
      expect(new Set(utterances.map(item => item.id)).size).toBe(utterances.length)
      let at = 0
      utterances.forEach((item, position) => {
        if (position > 0) expect(compareByStart(utterances[position - 1]!, item)).toBeLessThan(0)
        expect(item.startMs).toBeGreaterThanOrEqual(0)
        expect(item.endMs).toBeGreaterThanOrEqual(item.startMs)
        expect(item.firstWord).toBe(at)
        for (let previous = 0; at < item.firstWord + item.wordCount; at++) {
          expect(words.utterance[at]).toBe(position)
          expect(words.textFrom[at]).toBeGreaterThanOrEqual(previous)
          expect(words.textTo[at]).toBeGreaterThan(words.textFrom[at]!)
          expect(words.textTo[at]).toBeLessThanOrEqual(item.text.length)
          expect(words.endMs[at]).toBeGreaterThanOrEqual(words.startMs[at]!)
          previous = words.textTo[at]!
        }
      })
      expect(at).toBe(words.count)
    }),
  )
})

test('text that its words miss still shows, and words keep the times they have', () => {
  const read = buildTranscript([
    utterance('hello big world', [timed('hello', 1000, 1200), timed('world', 2000, 2400)]),
  ])
  expect(read.utterances[0]!.text).toBe('hello big world')
  expect(wordsOf(read, 0)).toEqual([
    { text: 'hello', startMs: 1000, endMs: 1200 },
    { text: 'big', startMs: 1200, endMs: 2000 },
    { text: 'world', startMs: 2000, endMs: 2400 },
  ])
})

test('words without times are spread over the utterance and say so', () => {
  for (const words of [[], [{ word: 'one' }, { word: 'three' }]]) {
    const read = buildTranscript([utterance('one three', words)])
    expect(read.utterances[0]!.timesEstimated).toBe(true)
    expect(wordsOf(read, 0)).toEqual([
      { text: 'one', startMs: 1000, endMs: 1750 },
      { text: 'three', startMs: 1750, endMs: 3000 },
    ])
  }
})

test('ASR-04 words timed in seconds and nanos are read', () => {
  const word = { word: 'hi', start_time: { seconds: 1, nanos: 5e8 }, end_time: { seconds: '2' } }
  const read = buildTranscript([utterance('hi', [word])])
  expect(wordsOf(read, 0)).toEqual([{ text: 'hi', startMs: 1500, endMs: 2000 }])
})

test('five megabytes in one utterance are read whole', () => {
  const text = 'lorem ipsum '.repeat(420_000)
  const read = buildTranscript([{ start_millis: 0, end_millis: 1000, alternatives: [{ transcript: text }] }])
  expect(read.utterances[0]!.text).toBe(text)
  expect(read.words.count).toBe(840_000)
  expect(wordText(read, 839_999)).toBe('ipsum')
})

test('PAS-08 words are counted as a reader would', () => {
  const read = buildTranscript([utterance('one two', []), utterance('  three ', []), utterance('', [])])
  expect(transcriptWordCount(read)).toBe(3)
  expect(countWords(' a  b\nc ')).toBe(3)
  const highlight = { id: 'h', startMs: 0, endMs: 1, csis: [], source: '', label: '', trigger: undefined }
  expect(
    highlightsWordCount([
      { ...highlight, text: 'note that' },
      { ...highlight, text: 'follow up now' },
    ]),
  ).toBe(5)
})

test('a transcript read in parts equals one read at once', () => {
  const results = longMeeting(30)
  const builder = createTranscriptBuilder()
  builder.add(results.slice(0, 7))
  expect(builder.build().utterances).toHaveLength(7)
  builder.add(results.slice(7))
  expect(builder.build()).toEqual(buildTranscript(results))
})

test('an utterance replaced in place equals a transcript built anew', () => {
  const fresh = fc.constantFrom('', 'one', 'so the whole text is longer now than any of them was')
  fc.assert(
    fc.property(arbitraryResults, fc.nat(11), fresh, fc.boolean(), (results, pick, text, moved) => {
      const read = buildTranscript(results)
      if (read.utterances.length === 0) return
      const position = pick % read.utterances.length
      const wire = utteranceToWire(read, position)
      const edit = {
        ...wire,
        start_millis: wire.start_millis + (moved ? 1500 : 0),
        end_millis: wire.end_millis + 1500,
        alternatives: [{ transcript: text }],
        version: wire.version + 1,
      }
      const rest = read.utterances.map((_, i) => (i === position ? edit : utteranceToWire(read, i)))
      const replaced = replaceUtterance(read, edit)
      const anew = buildTranscript(rest)
      expect(replaced.utterances).toEqual(anew.utterances)
      for (let i = 0; i < anew.utterances.length; i++) expect(wordsOf(replaced, i)).toEqual(wordsOf(anew, i))
      expect([...replaced.words.utterance]).toEqual([...anew.words.utterance])
    }),
  )
})

test('confidence is known where it was given', () => {
  const read = buildTranscript([
    utterance('a b', [{ ...timed('a', 1, 2), confidence: 0.4 }, timed('b', 2, 3)]),
  ])
  expect(wordConfidence(read, 0)).toBe(0.4)
  expect(wordConfidence(read, 1)).toBeUndefined()
})
