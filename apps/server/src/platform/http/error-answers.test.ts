import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareHttpServer } from '../../testing/bare-http-server'
import { type ErrorReason, ServiceError } from '../service-error'
import { closeHttpServer } from './close-http-server'
import type { HttpServer } from './create-http-server'

/** The status of each reason and its Retry-After: clients rely on both. */
const expected: Record<ErrorReason, [status: number, retryAfter: string | null]> = {
  not_json: [400, null],
  client_gone: [400, null],
  unauthorized: [401, null],
  forbidden: [403, null],
  not_found: [404, null],
  not_ready: [409, null],
  wrong_state: [409, null],
  newer_version: [409, null],
  taken: [409, null],
  other_total: [409, null],
  busy: [409, '1'],
  too_large: [413, null],
  too_many_entries: [413, null],
  bomb: [413, null],
  wrong_type: [415, null],
  not_a_zip: [415, null],
  gap: [416, null],
  invalid: [422, null],
  damaged: [422, null],
  encrypted: [422, null],
  unsafe_path: [422, null],
  link: [422, null],
  bad_name: [422, null],
  too_many: [429, '5'],
  unavailable: [503, '5'],
  storage_unavailable: [503, '30'],
  off: [503, '3600'],
}
const reasons = Object.keys(expected) as ErrorReason[]

let server: HttpServer
let url: string
beforeAll(async () => {
  server = await bareHttpServer()
  for (const reason of reasons)
    server.get(`/${reason}`, { config: { entry: 'public' } }, async () => {
      // What caused it does not decide: an outage alone would be another answer.
      throw new ServiceError(reason, `about ${reason}`, {
        cause: Object.assign(new Error('away'), { code: 'ECONNREFUSED' }),
      })
    })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => closeHttpServer(server))

test.each(reasons)('ACC-17 a service refuses by the reason %s, in its own words', async reason => {
  const answer = await fetch(`${url}/${reason}`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual(expected[reason])
  expect(await answer.json()).toMatchObject({ errors: [{ description: `about ${reason}` }] })
})
