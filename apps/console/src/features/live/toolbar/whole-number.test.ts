import { expect, test } from 'vitest'
import { wholeNumber } from './whole-number'

test('LIV-14 LIV-15 a csi is required, whole, and not below its least', () => {
  expect([0, 1, '7'].map(value => wholeNumber(value, 0))).toEqual([undefined, undefined, undefined])
  expect(wholeNumber('', 0)).toBe('Required')
  expect(wholeNumber(-1, 0)).toBe('A whole number, 0 or more')
  expect(wholeNumber(0, 1)).toBe('A whole number, 1 or more')
  expect(wholeNumber(1.5, 1)).toBe('A whole number, 1 or more')
  expect(wholeNumber('-', 0)).toBe('A whole number, 0 or more')
})
