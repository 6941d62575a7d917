import { describe, expect, test } from 'vitest'
import { combine } from './combine'
import { reading } from './reading.test-support'

describe('two readings of one sound', () => {
  test('agreement keeps the first spelling; else the surer word wins at the place of the first', () => {
    const first = reading(0, ['Ill', 0.9], ['exposed', 0.4], ['man.', 0.9])
    const second = reading(50, ['ill', 0.99], ['disposed', 0.8], ['man', 0.99])
    const both = combine(first, second)
    expect(both.text).toBe('Ill disposed man.')
    expect(both.words[1]).toMatchObject({ startMs: 200, endMs: 400, confidence: 0.8 })
    expect(combine(first, reading(50, ['ill', 0.9], ['disposed', 0.3], ['man', 0.9])).text).toBe(
      'Ill exposed man.',
    )
  })

  test('a word that one of them has alone stays only when it was sure of it', () => {
    const first = reading(0, ['not', 0.9], ['an', 0.1], ['ill', 0.9])
    expect(combine(first, reading(0, ['not', 0.9], ['ill', 0.9])).text).toBe('not ill')
    const sure = reading(0, ['not', 0.9], ['an', 0.5], ['ill', 0.9])
    expect(combine(sure, reading(0, ['not', 0.9], ['ill', 0.9])).text).toBe('not an ill')
    const plain = reading(0, ['not', 0.9], ['ill', 0.9])
    expect(combine(plain, reading(0, ['not', 0.9], ['very', 0.9], ['ill', 0.9])).text).toBe('not very ill')
    expect(combine(plain, reading(0, ['not', 0.9], ['very', 0.5], ['ill', 0.9])).text).toBe('not ill')
  })

  test('what cannot be said in the time of the word is an invention, however sure of it one of them is', () => {
    const first = reading(0, ['dial', 0.9], ['extension', 0.9], ['8.', 0.4], ['to', 0.9], ['try.', 0.9])
    const second = reading(
      0,
      ['dial', 0.9],
      ['extension', 0.9],
      ['845-445-0000.', 0.9],
      ['to', 0.9],
      ['try.', 0.9],
    )
    expect(combine(first, second).text).toBe(first.text)
    expect(combine(second, first).text).toBe(first.text)
    const added = reading(
      0,
      ['dial', 0.9],
      ['extension', 0.9],
      ['8.', 0.4],
      ['845-445-0000', 0.9],
      ['to', 0.9],
      ['try.', 0.9],
    )
    expect(combine(first, added).text).toBe(first.text)
    const other = reading(0, ['dial', 0.9], ['extension', 0.9], ['18.', 0.9], ['to', 0.9], ['try.', 0.9])
    expect(combine(first, other).text).toBe('dial extension 18. to try.')
  })

  test('a call of the assistant stays as it was read first, however unsure of the name that is', () => {
    const first = reading(0, ['OK', 0.02], ['EVA,', 0.01], ['highlight', 0.9], ['that.', 0.9])
    const second = reading(50, ['OKAVA', 0.9], ['how', 0.9], ['highlight', 0.9], ['that?', 0.9])
    expect(combine(first, second)).toEqual(first)
    const plain = reading(0, ['OK', 0.2], ['even', 0.1], ['so.', 0.9])
    expect(combine(plain, reading(50, ['OK', 0.9], ['Eva,', 0.9], ['so.', 0.9])).text).toBe('OK Eva, so.')
  })

  test('times never run backwards, and the confidence is that of the words that stayed', () => {
    const first = reading(0, ['not', 0.9], ['ill', 0.9])
    const late = reading(5_000, ['not', 0.9], ['very', 0.9], ['ill', 0.9])
    const { words, confidence } = combine(first, late)
    expect(words.map(({ word }) => word)).toEqual(['not', 'very', 'ill'])
    for (const [index, word] of words.entries()) {
      expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
      expect(word.startMs).toBeGreaterThanOrEqual(words[index - 1]?.startMs ?? 0)
    }
    expect(confidence).toBeCloseTo(0.9)
  })
})
