import { expect, test } from 'vitest'
import { leftText } from './left-text'

test('an estimate is shown in round words', () => {
  expect([20_000, 90_000, 600_000, 3_600_000, 5_400_000].map(leftText)).toEqual([
    'less than a minute left',
    'about 2 min left',
    'about 10 min left',
    'about 1 h left',
    'about 1 h 30 min left',
  ])
})
