import { expect, test } from 'vitest'
import { likeness, readVector, storedLength, storedVector, toInt8 } from './int8-vector'

const vectorOf = (...values: number[]) => {
  const length = Math.hypot(...values)
  return Float32Array.from(values, value => value / length)
}

test('a byte a dimension keeps how alike vectors are', () => {
  const a = vectorOf(...Array.from({ length: 384 }, (_, at) => Math.sin(at * 1.7)))
  const b = vectorOf(...Array.from({ length: 384 }, (_, at) => Math.sin(at * 1.7 + 1)))
  const exact = a.reduce((sum, value, at) => sum + value * b[at]!, 0)
  expect(likeness(toInt8(a), toInt8(b))).toBeCloseTo(exact, 2)
  expect(likeness(toInt8(a), toInt8(a))).toBeCloseTo(1, 2)
  expect(likeness(toInt8(new Float32Array(3)), toInt8(vectorOf(1, 2, 3)))).toBe(0)
})

test('it is read back as it was stored, also among others', () => {
  const [first, second] = [toInt8(vectorOf(3, -4, 1)), toInt8(vectorOf(-1, 0, 2))]
  const bytes = Buffer.concat([storedVector(first), storedVector(second)])
  expect(bytes).toHaveLength(2 * storedLength(3))
  const read = readVector(bytes, storedLength(3), 3)
  expect([...read.values]).toEqual([...second.values])
  expect(read.scale).toBeCloseTo(second.scale, 6)
})
