import { expect, test } from 'vitest'
import { looksLikeMeetingId } from './looks-like-meeting-id'

test.each([
  ['0c1d2e3f4a5b69780c1d2e3f4a5b6978_us', true],
  [' 0c1d2e3f4a5b69780c1d2e3f4a5b6978_local ', true],
  ['0c1d2e3f4a5b69780c1d2e3f4a5b6978', false],
  ['weekly planning_us', false],
  ['25600000001', false],
])('whether "%s" looks like a meeting id: %s', (typed, likely) => {
  expect(looksLikeMeetingId(typed)).toBe(likely)
})
