import { Readable } from 'node:stream'
import { defineEndpoint, pathOf } from '@livetap/contract/wire/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bareHttpServer } from '../../testing/bare-http-server'
import { createLog } from '../log/log'
import { ServiceError } from '../service-error'
import { closeHttpServer } from './close-http-server'
import type { HttpServer } from './create-http-server'
import type { Answered } from './observe-answers'
import { route, routesOf, unreadRoute } from './route'

const things = { summary: 'A thing', family: 'partner', entry: 'public' } as const
const change = defineEndpoint({
  ...things,
  name: 'change',
  method: 'PUT',
  path: '/things/:id',
  query: z.object({ recent: z.coerce.number().default(20) }),
  body: z.object({ name: z.string() }),
  answer: z.object({ id: z.string(), name: z.string(), recent: z.number() }),
})
const remove = defineEndpoint({ ...things, name: 'remove', method: 'DELETE', path: '/things/:id' })
const refuse = defineEndpoint({ ...things, name: 'refuse', method: 'POST', path: '/things', errors: [409] })
const read = defineEndpoint({ ...things, name: 'read', method: 'GET', path: '/things/:id' })
const foreign = defineEndpoint({
  ...things,
  name: 'foreign',
  method: 'GET',
  path: '/foreign',
  query: z.object({ n: z.number() }),
})

const seen: Answered[] = []
const warnings: string[] = []
let server: HttpServer
let url: string
beforeAll(async () => {
  const log = createLog('warn', { write: line => void warnings.push(line) })
  server = await bareHttpServer({ log, onAnswer: answer => seen.push(answer) })
  route(server, change, async ({ params, query, body }) => ({ ...params, ...body, ...query }))
  const on = routesOf(server)
  on(remove, async () => {})
  on(refuse, async () => {
    throw new ServiceError('wrong_state', 'not now')
  })
  on(read, async ({ params: { id } }, reply) =>
    id === 'known' ? reply.code(304).send() : reply.code(200).send(Readable.from(['the ', 'thing'])),
  )
  unreadRoute(server, foreign, async () => ({ any: 'thing' }))
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => closeHttpServer(server))

test('the handler gets what the schemas read, and an empty answer is 204', async () => {
  const headers = { 'content-type': 'application/json' }
  const put = (body: string) =>
    fetch(url + pathOf(change, { id: 'a/b' }, { recent: 3 }), { method: 'PUT', headers, body })
  expect(await (await put('{"name":"x"}')).json()).toEqual({ id: 'a/b', name: 'x', recent: 3 })
  expect((await put('{}')).status).toBe(422)
  expect((await fetch(url + pathOf(remove, { id: 'a' }), { method: 'DELETE' })).status).toBe(204)
})

test('a handler that answers by its reply answers once', async () => {
  warnings.length = 0
  expect((await fetch(url + pathOf(read, { id: 'known' }))).status).toBe(304)
  expect(await (await fetch(url + pathOf(read, { id: 'new' }))).text()).toBe('the thing')
  // By then what follows an answer has run as well.
  await fetch(url + pathOf(remove, { id: 'a' }), { method: 'DELETE' })
  expect(warnings).toEqual([])
})

test("a service's refusal is answered by its reason, in its words", async () => {
  const response = await fetch(url + pathOf(refuse), { method: 'POST' })
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ errors: [{ description: 'not now' }] })
})

test('an observer sees every answer of a call with its body, but not what another user answers', async () => {
  seen.length = 0
  await fetch(url + pathOf(refuse), { method: 'POST' })
  await fetch(url + pathOf(foreign))
  await fetch(`${url}/nowhere`)
  await fetch(url + pathOf(remove, { id: 'a' }), { method: 'DELETE' })
  await expect.poll(() => seen.length).toBe(2)
  expect(seen.map(({ endpoint, status, body }) => [endpoint.name, status, body])).toEqual([
    ['refuse', 409, expect.objectContaining({ message: 'Client Exception' })],
    ['remove', 204, undefined],
  ])
})
