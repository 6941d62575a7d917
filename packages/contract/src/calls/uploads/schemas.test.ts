import { expect, test } from 'vitest'
import { uploadPercent } from './schemas'

test('UPL-03 progress is round((chunk start + loaded) / total * 100)', () => {
  expect(uploadPercent(0, 0, 1000)).toBe(0)
  expect(uploadPercent(500, 4, 1000)).toBe(50)
  expect(uploadPercent(500, 5, 1000)).toBe(51)
  expect(uploadPercent(990, 10, 1000)).toBe(100)
})
