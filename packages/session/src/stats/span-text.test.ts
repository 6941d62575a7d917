import { expect, test } from 'vitest'
import { spanText } from './span-text'

test.each([
  [0, '0.0 s'],
  [340, '0.3 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [59_499, '59 s'],
  [59_500, '1 min'],
  [125_000, '2 min 5 s'],
  [599_400, '9 min 59 s'],
  [720_000, '12 min'],
  [3_569_000, '59 min'],
  [3_900_000, '1 h 5 min'],
  [86_390_000, '1 d'],
  [266_400_000, '3 d 2 h'],
])('%d ms is %s', (ms, text) => {
  expect(spanText(ms)).toBe(text)
})
