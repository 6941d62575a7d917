import { expect, test } from 'vitest'
import { shortenMiddle } from './shorten-middle'

test('short texts stay, long ones keep both ends', () => {
  expect(shortenMiddle('abc', 8)).toBe('abc')
  expect(shortenMiddle('0123456789', 10)).toBe('0123456789')
  expect(shortenMiddle('0123456789abcdef', 9)).toBe('0123…cdef')
  expect(shortenMiddle('👩🏽‍🚀x'.repeat(9), 5)).not.toContain('\uFFFD')
})
