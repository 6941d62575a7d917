import { describe, expect, test } from 'vitest'
import { type PassageLine, passagesOf } from './passages'

const wordsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `w${from + at}`).join(' ')

/** Lines of so many words, each by its speaker; words are numbered through. */
function linesOf(...lines: [speaker: string, words: number][]): PassageLine[] {
  let from = 0
  return lines.map(([speaker, count], at) => {
    const text = wordsOf(from, count)
    from += count
    return { id: `l${at}`, text, speakers: [speaker] }
  })
}
const countOf = ({ text }: { text: string }) => text.split(' ').length
const numbersOf = ({ text }: { text: string }) => text.split(' ').map(word => Number(word.slice(1)))

describe('passages', () => {
  test('a short text is one passage, and a text without a word makes no passage', () => {
    expect(passagesOf(linesOf(['a', 12], ['b', 30]))).toEqual([
      { lineIds: ['l0', 'l1'], fromCharacter: 0, toCharacter: wordsOf(12, 30).length, text: wordsOf(0, 42) },
    ])
    expect(passagesOf([])).toEqual([])
    expect(passagesOf([{ id: 'a', text: '  ', speakers: [] }])).toEqual([])
  })

  test('they have some 120 words, overlap by some 25, and hold every word in its order', () => {
    const passages = passagesOf(linesOf(...Array.from({ length: 60 }, (): [string, number] => ['a', 17])))
    let next = 0
    for (const [at, passage] of passages.entries()) {
      const numbers = numbersOf(passage)
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => numbers[0]! + i))
      if (at > 0) {
        expect(next - numbers[0]!).toBeGreaterThanOrEqual(10)
        expect(next - numbers[0]!).toBeLessThanOrEqual(40)
      }
      if (at < passages.length - 1) {
        expect(countOf(passage)).toBeGreaterThanOrEqual(80)
        expect(countOf(passage)).toBeLessThanOrEqual(140)
      }
      next = numbers.at(-1)! + 1
    }
    expect(next).toBe(60 * 17)
  })

  test('one ends with the turn of a speaker where that ends near', () => {
    const lines = linesOf(['a', 50], ['a', 42], ['b', 30], ['b', 200])
    expect(passagesOf(lines)[0]!.lineIds).toEqual(['l0', 'l1'])
  })

  test('a line without end is cut, and so is a text without blanks', () => {
    const [first, second] = passagesOf(linesOf(['a', 200]))
    expect(first).toMatchObject({ lineIds: ['l0'], fromCharacter: 0, text: wordsOf(0, 120) })
    expect(second!.text).toBe(wordsOf(95, 105))
    const japanese = passagesOf([{ id: 'j', text: '会議'.repeat(200), speakers: [] }])
    expect(japanese[0]!.text).toHaveLength(240)
    const noise = passagesOf([{ id: 'x', text: 'x'.repeat(30 * 500), speakers: [] }])
    expect(noise.length).toBeGreaterThan(3)
  })

  test('what was said before a change is cut as before', () => {
    const lines = linesOf(...Array.from({ length: 40 }, (): [string, number] => ['a', 15]))
    const changed = lines.map(line => (line.id === 'l30' ? { ...line, text: 'another text' } : line))
    expect(passagesOf(changed).slice(0, 2)).toEqual(passagesOf(lines).slice(0, 2))
  })
})
