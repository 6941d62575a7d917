import { expect, test } from 'vitest'
import { ConnectionRefusedError } from './connection-refused-error'

test('a refused connection is logged under the name of its error', () => {
  const error = new ConnectionRefusedError('meeting_full', 'The meeting is full')
  expect(String(error)).toBe('ConnectionRefusedError: The meeting is full')
  expect(error).toMatchObject({ name: 'ConnectionRefusedError', reason: 'meeting_full', closeCode: 4423 })
})
