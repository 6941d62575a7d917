import { describe, expect, test } from 'vitest'
import { normalizeText, wordError } from './word-error'

describe('the normaliser of word error rates', () => {
  test.each([
    ['Mr. Dashwood', 'mister dashwood'],
    ['Mrs. and Dr. Lee', 'missus and doctor lee'],
    ['ill-disposed, cold-hearted', 'ill disposed cold hearted'],
    ['4%', 'four percent'],
    ['$5', 'five dollars'],
    ['the 21st century', 'the twenty first century'],
    ['in 1961', 'in nineteen sixty one'],
    ['1,250 people', 'one thousand two hundred fifty people'],
    ['3.5', 'three point five'],
    ['at 10:30', 'at ten thirty'],
    ['the 1990s', 'the nineteen nineties'],
    ['Who’s there?', "who's there"],
    ['007', 'zero zero seven'],
    ['… — !', ''],
  ])('%s is said as "%s"', (written, said) => {
    expect(normalizeText(written).join(' ')).toBe(said)
  })

  test('real errors still count, each once', () => {
    const found = wordError('ask not what your country can do', 'Ask, not what our country do.')
    expect(found.errors).toBe(2)
    expect(found.differences).toEqual([
      ['your', 'our'],
      ['can', ''],
    ])
    expect(wordError('one two', '1 2').rate).toBe(0)
    expect(wordError('hello', '').rate).toBe(1)
    expect(wordError('hello', 'well hello there').errors).toBe(2)
  })
})
