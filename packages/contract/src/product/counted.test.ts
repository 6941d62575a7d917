import { expect, test } from 'vitest'
import { counted, plural } from './counted'

test('one thing is one, everything else is several', () => {
  expect([0, 1, 2].map(count => counted(count, 'meeting'))).toEqual(['0 meetings', '1 meeting', '2 meetings'])
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(3, 'entry', 'entries')).toBe('3 entries')
  expect(plural(1, 'turn')).toBe('turn')
})
