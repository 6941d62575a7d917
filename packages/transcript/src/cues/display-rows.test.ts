import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTranscript } from '../read/build-transcript'
import { arbitraryResults } from '../testing/arbitrary-transcript'
import { displayRows } from './display-rows'

test('rows hold every text once, in pieces of bounded size that list the words they show', () => {
  fc.assert(
    fc.property(arbitraryResults, fc.integer({ min: 2, max: 30 }), (results, max) => {
      const transcript = buildTranscript(results)
      const { textFrom, textTo } = transcript.words
      const rows = displayRows(transcript, max)
      transcript.utterances.forEach(({ text, firstWord, wordCount }, utterance) => {
        const own = rows.filter(row => row.utterance === utterance)
        expect(own.map(row => row.part)).toEqual(own.map((_, i) => i))
        expect(own.map(row => text.slice(row.from, row.to)).join('')).toBe(text)
        for (const row of own) {
          expect(row.to - row.from).toBeLessThanOrEqual(max + 1)
          for (let word = firstWord; word < firstWord + wordCount; word++) {
            const shown = textFrom[word]! < row.to && textTo[word]! > row.from
            expect(word >= row.firstWord && word < row.lastWord).toBe(shown)
          }
        }
      })
    }),
  )
})

test('an usual utterance is one row; five megabytes without a blank are many', () => {
  expect(displayRows(buildTranscript([{ alternatives: [{ transcript: 'short' }] }]))).toHaveLength(1)
  const rows = displayRows(buildTranscript([{ alternatives: [{ transcript: 'x'.repeat(5_000_000) }] }]))
  expect(rows).toHaveLength(1250)
})
