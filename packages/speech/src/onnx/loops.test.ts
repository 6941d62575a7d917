import { expect, test } from 'vitest'
import { loopAtEnd } from './loops'

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

test('a piece said over and over at the end is a loop; what people repeat is not a loop', () => {
  expect(loopAtEnd([...range(10, 15), 7, 7, 7, 7, 7, 7, 7, 7])).toEqual({ size: 1, times: 8 })
  expect(loopAtEnd([9, 1, 2, 1, 2, 1, 2, 1, 2])).toEqual({ size: 2, times: 4 })
  expect(loopAtEnd([1, 2, 1, 2, 1, 2])).toBeUndefined()
  expect(loopAtEnd([7, 7, 7, 7, 7, 7, 7])).toBeUndefined()
  expect(loopAtEnd([1, 2, 1, 2, 1, 2, 1, 2, 3])).toBeUndefined()
})

test('a whole sentence three times over is a loop, twice it is not', () => {
  const sentence = range(100, 112)
  expect(loopAtEnd([5, ...sentence, ...sentence, ...sentence])).toEqual({ size: 12, times: 3 })
  expect(loopAtEnd([5, ...sentence, ...sentence])).toBeUndefined()
})
