import { expect, test } from 'vitest'
import { relativeText } from './relative-text'

test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [5 * 60_000, '5 min. ago'],
  [3 * 3_600_000, '3 hr. ago'],
  [86_400_000, 'yesterday'],
  [9 * 86_400_000, '9 days ago'],
])('%i ms ago reads %s', (passed, text) => {
  expect(relativeText(1_000_000_000_000 - passed, 1_000_000_000_000)).toBe(text)
})
