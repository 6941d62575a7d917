import { expect, test } from 'vitest'
import { isoOf, typedDate } from './typed-date'

const initial = '2026-03-04T10:20:31.250Z'

test('a date that was not edited keeps its seconds', () => {
  expect(isoOf(typedDate(initial), initial, 'startMs')).toBe(initial)
})

test('a date that was edited is taken as typed', () => {
  const edited = typedDate('2026-03-05T10:20:00.000Z')
  expect(isoOf(edited, initial, 'startMs')).toBe('2026-03-05T10:20:00.000Z')
  expect(isoOf('', initial, 'startMs')).toBe('')
  expect(isoOf('no date', initial, 'startMs')).toBeUndefined()
  expect(isoOf('', undefined, 'endMs')).toBe('')
})
