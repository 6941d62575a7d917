import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { documentedFields } from './upstream'

const ours = z.object({ id: z.string(), at: z.string(), version: z.int(), tags: z.array(z.string()) })
const reading = documentedFields(ours, ['id', 'at'])

test('the documented fields of an answer are certain, every other one may be missing', () => {
  expectTypeOf<z.output<typeof reading>>().toEqualTypeOf<{
    id: string
    at: string
    version?: number
    tags?: string[]
  }>()
  expect(reading.parse({ id: 'a', at: 'b' })).toEqual({ id: 'a', at: 'b' })
  expect(reading.parse({ id: 'a', at: 'b', version: 1, tags: ['c'] })).toMatchObject({
    version: 1,
    tags: ['c'],
  })
  expect(reading.safeParse({ id: 'a', version: 1 }).success).toBe(false)
})

test('a field of ours that an upstream means otherwise counts as missing', () => {
  const read = reading.parse({ id: 'a', at: 'b', version: 'first', tags: null })
  expect(read.version).toBeUndefined()
  expect(read.tags).toBeUndefined()
})
