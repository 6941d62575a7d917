import { errorBody } from '@livetap/contract'
import { defineEndpoint } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { strictParse, undeclared } from './answer-check'

const person = z.object({ name: z.string(), nick: z.string().optional() })
const endpoint = defineEndpoint({
  name: 'people',
  summary: 'People',
  method: 'GET',
  family: 'partner',
  entry: 'bearer',
  action: 'account.use',
  path: '/people',
  answer: z.object({ people: z.array(z.union([z.string(), person.transform(({ name }) => name)])) }),
  errors: [404],
})

test('a key that the schema does not know is found at any depth', () => {
  const answered = (body: unknown) => undeclared({ endpoint, status: 200, body })
  expect(answered({ people: [{ name: 'ann' }, 'bob'] })).toBeUndefined()
  expect(answered({ people: [{ name: 'ann', age: 7 }] })).toMatch(/^people answered 200: .*age/s)
  expect(answered({ people: [], more: 1 })).toContain('more')
  expect(answered({})).toContain('people')
  expect(() => strictParse(person, { name: 'ann', age: 7 })).toThrow('age')
  expect(strictParse(person, { name: 'ann' })).toEqual({ name: 'ann' })
})

test('what the client would not read is found, however lenient its reading', () => {
  const reading = z.object({ people: z.array(z.object({ name: z.string() })) })
  const answered = (people: unknown[]) =>
    undeclared({ endpoint: { ...endpoint, reading }, status: 200, body: { people } })
  expect(answered([{ name: 'ann' }])).toBeUndefined()
  expect(answered(['bob'])).toContain('its reading refuses it')
})

test('a failure must be declared and have the shape of failures', () => {
  const failed = (status: number, body: unknown = errorBody(status, 'no', 't')) =>
    undeclared({ endpoint, status, body })
  expect([401, 404, 503].map(status => failed(status))).toEqual([undefined, undefined, undefined])
  expect(failed(409)).toBe('people answered 409: the endpoint does not declare this status')
  expect(failed(404, { error: 'no' })).toContain('message')
})
