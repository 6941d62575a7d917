import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { meetingInPath } from './actions'
import {
  type AnswerOf,
  type CallOf,
  defineEndpoint,
  errorsOf,
  type InputOf,
  pathOf,
  patternOf,
  type ReplyOf,
  statusOf,
} from './endpoint'
import { PathParamError } from './fill-path'

const rename = defineEndpoint({
  name: 'rename',
  summary: 'Renames a thing',
  method: 'PUT',
  family: 'partner',
  entry: 'bearer',
  action: 'meeting.edit',
  on: meetingInPath,
  path: '/things/:id/names/:nameId',
  query: z.object({ recent: z.coerce.number().default(20), dry: z.stringbool().optional() }),
  body: z.object({ name: z.string(), loud: z.boolean().default(false) }),
  answer: z.object({ name: z.string(), tags: z.array(z.string()).default([]) }),
  errors: [404],
})
const remove = defineEndpoint({
  name: 'remove',
  summary: 'Removes a thing',
  method: 'DELETE',
  family: 'origin',
  entry: 'public',
  path: '/things/*',
})

describe('the address of a call', () => {
  test('has the family in front and encoded values inside', () => {
    expect(patternOf(rename)).toBe('/partner-api/things/:id/names/:nameId')
    expect(pathOf(rename, { id: 'a/b', nameId: 7 })).toBe('/partner-api/things/a%2Fb/names/7')
    expect(pathOf(rename, { id: 'a', nameId: 'b' }, { recent: 3, dry: undefined, site: '' })).toBe(
      '/partner-api/things/a/names/b?recent=3',
    )
    expect(pathOf(remove, { '*': 'a b/c' })).toBe('/things/a%20b/c')
  })

  test('without a value is refused, since it would be another address', () => {
    expect(() => pathOf(rename, { id: '', nameId: 'x' })).toThrow(PathParamError)
    // @ts-expect-error nameId is missing
    expect(() => pathOf(rename, { id: 'x' })).toThrow('needs nameId')
  })
})

test('a call is typed by its endpoint, on both sides', () => {
  expectTypeOf<InputOf<typeof rename>>().toEqualTypeOf<
    { readonly params: { id: string | number; nameId: string | number } } & {
      readonly query?: { recent?: number; dry?: boolean }
    } & unknown & { readonly body: { name: string; loud?: boolean } }
  >()
  expectTypeOf<CallOf<typeof rename>['params']>().toEqualTypeOf<{ id: string; nameId: string }>()
  expectTypeOf<CallOf<typeof rename>['query']>().toEqualTypeOf<{
    recent: number
    dry?: boolean
  }>()
  expectTypeOf<CallOf<typeof rename>['body']>().toEqualTypeOf<{ name: string; loud: boolean }>()
  expectTypeOf<AnswerOf<typeof rename>>().toEqualTypeOf<{ name: string; tags: string[] }>()
  expectTypeOf<ReplyOf<typeof rename>>().toEqualTypeOf<{ name: string; tags?: string[] }>()
  expectTypeOf<AnswerOf<typeof remove>>().toEqualTypeOf<void>()
})

test('what a call can answer follows from what it takes', () => {
  expect(statusOf(rename)).toBe(200)
  expect(statusOf(remove)).toBe(204)
  expect(errorsOf(rename)).toEqual([400, 401, 403, 404, 413, 415, 421, 422, 429, 500, 503])
  expect(errorsOf(remove)).toEqual([400, 413, 415, 421, 422, 429, 500, 503])
})
