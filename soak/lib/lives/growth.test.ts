import { expect, test } from 'vitest'
import { growthOf, type Sample } from './growth'

const samplesOf = (...values: number[]): Sample[] =>
  values.map((value, at) => ({ lives: (at + 1) * 100, values: new Map([['rows', value]]) }))

test('what grows with the lives is seen', () => {
  expect(growthOf(samplesOf(5, 15, 25, 35), 'rows', 1)).toMatchObject({ perThousand: 100, isFlat: false })
})

test('one odd sample is no growth, and neither is what goes up and down', () => {
  expect(growthOf(samplesOf(5, 5, 90, 5, 5, 5), 'rows', 1)).toMatchObject({ perThousand: 0, isFlat: true })
  expect(growthOf(samplesOf(5, 7, 5, 7, 5, 7, 5), 'rows', 1)).toMatchObject({ perThousand: 0, isFlat: true })
})
