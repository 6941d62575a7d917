import { ApiError } from '@livetap/session'
import { expect, test } from 'vitest'
import { StartError } from './start-error'
import { describeFailure } from './start-failure'

const refused = new ApiError('server', 'No room left', { status: 503, trackingId: 'trk-1' })

test('LAU-15 LAU-20 a failed step says its own text, then what the server said', () => {
  expect(describeFailure(new StartError('meeting', 'Failed meeting fetch', refused))).toEqual({
    toasts: ['Failed meeting fetch', 'Failed start due to: No room left'],
    trackingId: 'trk-1',
    status: 503,
  })
})

test('LAU-14 LAU-15 a lookup that fails is not found, regardless of what the server said', () => {
  const notFound = 'Meeting with current filters was not found'
  expect(describeFailure(new StartError('lookup', notFound, refused)).toasts).toEqual([
    `Failed start due to: ${notFound}`,
  ])
})

test('LAU-15 any other failure is named as it is', () => {
  expect(describeFailure(new Error('boom'))).toEqual({
    toasts: ['Failed start due to: boom'],
    trackingId: undefined,
    status: 0,
  })
})
