import { expect, test } from 'vitest'
import { text } from './text'

test.each(['a\0b', '\ud800', 'x\udc00y', '\udc00\ud800'])('%j is refused', value => {
  expect(text().safeParse(value).success).toBe(false)
})

test.each(['', 'Grüße, 世界 👩‍👩‍👧', '\u0001\u007f\ufeff'])('%j is taken', value => {
  expect(text().safeParse(value).success).toBe(true)
})

test('a text has a greatest length, and can be asked for more', () => {
  expect(text(3).safeParse('abcd').success).toBe(false)
  expect(text(5).trim().min(1).safeParse('  a  ').data).toBe('a')
  expect(text(30).trim().min(1).safeParse('    ').success).toBe(false)
})
