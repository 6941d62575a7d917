import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimedWord } from '../model'
import { keptWords } from './diff-words'
import { retimeWords, spreadWords } from './retime-words'

const RANGE = { startMs: 0, endMs: 1000 }

function spoken(text: string): TimedWord[] {
  return text
    .split(' ')
    .map((word, i) => ({ text: word, startMs: i * 100, endMs: i * 100 + 80, confidence: 0.5 }))
}

test('an edit keeps the times and confidence of unchanged words', () => {
  const before = spoken('we meet on monday at noon')
  const after = retimeWords(before, 'we meet on Tuesday at noon', RANGE)
  expect(after.map(word => word.text)).toEqual(['we', 'meet', 'on', 'Tuesday', 'at', 'noon'])
  expect(after.filter((_, i) => i !== 3)).toEqual(before.filter((_, i) => i !== 3))
  expect(after[3]).toEqual({ text: 'Tuesday', startMs: 300, endMs: 380 })
})

test('changed words are spread over the time of those they replace', () => {
  const after = retimeWords(spoken('we meat tomorrow there'), 'we will meet up tomorrow there', RANGE)
  expect(after.slice(1, 4)).toEqual([
    { text: 'will', startMs: 100, endMs: 132 },
    { text: 'meet', startMs: 132, endMs: 164 },
    { text: 'up', startMs: 164, endMs: 180 },
  ])
  expect(after[4]).toMatchObject({ text: 'tomorrow', startMs: 200, endMs: 280 })
})

test('inserted words take the pause they fall into', () => {
  const after = retimeWords(spoken('we meet'), 'so we all meet now', RANGE)
  expect(after.map(word => [word.text, word.startMs, word.endMs])).toEqual([
    ['so', 0, 0],
    ['we', 0, 80],
    ['all', 80, 100],
    ['meet', 100, 180],
    ['now', 180, 1000],
  ])
})

test('case and punctuation change no time', () => {
  const after = retimeWords(spoken('we meet on monday'), 'We meet, on Monday.', RANGE)
  expect(after.map(word => word.startMs)).toEqual([0, 100, 200, 300])
  expect(after.map(word => word.confidence)).toEqual([undefined, undefined, 0.5, undefined])
})

const vocabulary = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 })

/** Length of the longest common subsequence, by the textbook table. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const x of a) {
    const next = [0]
    for (let j = 0; j < b.length; j++) next.push(x === b[j] ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!))
    row = next
  }
  return row[b.length]!
}

test('as many words are kept as can be', () => {
  fc.assert(
    fc.property(vocabulary, vocabulary, (a, b) => {
      const kept = keptWords(a, b)
      kept.forEach(([x, y], i) => {
        expect(a[x]).toBe(b[y])
        if (i > 0) expect(x > kept[i - 1]![0] && y > kept[i - 1]![1]).toBe(true)
      })
      expect(kept).toHaveLength(longestCommon(a, b))
    }),
  )
})

test('an edit gives the new text’s words, timed in order inside the utterance', () => {
  fc.assert(
    fc.property(vocabulary, vocabulary, (a, b) => {
      const before = a.map((text, i) => ({ text, startMs: i * 50, endMs: i * 50 + 40 }))
      const after = retimeWords(before, b.join(' '), RANGE)
      expect(after.map(word => word.text)).toEqual(b)
      after.forEach((word, i) => {
        expect(word.startMs).toBeGreaterThanOrEqual(i > 0 ? after[i - 1]!.endMs : 0)
        expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
        expect(word.endMs).toBeLessThanOrEqual(1000)
      })
    }),
  )
})

test('saving an untouched text changes nothing', () => {
  fc.assert(
    fc.property(vocabulary, a => {
      const before = a.map((text, i) => ({ text, startMs: i * 50, endMs: i * 50 + 40 }))
      expect(retimeWords(before, a.join('  '), RANGE)).toEqual(before)
    }),
  )
})

test('a text rewritten beyond the bound of the diff is spread, its common ends kept', () => {
  const before = spoken(Array.from({ length: 3000 }, (_, i) => `old${i}`).join(' '))
  const text = `old0 ${Array.from({ length: 2500 }, (_, i) => `new${i}`).join(' ')} old2999`
  const after = retimeWords(before, text, { startMs: 0, endMs: 300_000 })
  expect(after).toHaveLength(2502)
  expect(after[0]).toEqual(before[0])
  expect(after.at(-1)).toEqual(before.at(-1))
  expect(after[1]!.startMs).toBe(100)
  expect(after.at(-2)!.endMs).toBe(299_880)
})

test('spread words fill their range without a hole', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), fc.nat(10_000), (texts, endMs) => {
      const words = spreadWords(texts, { startMs: 7, endMs: 7 + endMs })
      expect(words[0]!.startMs).toBe(7)
      expect(words.at(-1)!.endMs).toBe(7 + endMs)
      for (let i = 1; i < words.length; i++) expect(words[i]!.startMs).toBe(words[i - 1]!.endMs)
    }),
  )
})
