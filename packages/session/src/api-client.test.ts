import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Family, families } from '@livetap/contract'
import { defineEndpoint, type Endpoint, patternOf } from '@livetap/contract/wire/endpoint'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiClient, type ApiClientOptions } from './api-client'
import { ApiError, errorFromAnswer, isCancelled } from './api-error'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let origin: string
let handler: Handler

beforeEach(async () => {
  server = createServer((request, response) => handler(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const client = (options: Partial<ApiClientOptions> = {}) =>
  new ApiClient({ origin, token: () => 'secret', ...options })

const anyQuery = z.object({ region: z.string().optional(), site: z.string().optional() })

const endpoint = <const E extends Omit<Partial<Endpoint>, 'entry' | 'action' | 'on'>>(given: E) =>
  defineEndpoint({
    name: 'test',
    summary: 'A call of this test',
    method: 'GET',
    family: 'partner',
    entry: 'bearer',
    action: 'account.use',
    path: '/web/x',
    ...given,
  } as {
    name: 'test'
    summary: string
    method: 'GET'
    family: 'partner'
    entry: 'bearer'
    action: 'account.use'
    path: '/web/x'
  } & E)
const plain = endpoint({})

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    reason => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('ApiClient', () => {
  test('ACC-21 every call uses its family prefix and carries the token', async () => {
    const seen: string[] = []
    handler = (request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization}`)
      answer(response, 200, {})
    }
    const api = client()
    for (const family of Object.keys(families) as Family[])
      await api.call(endpoint({ family, path: '/a/:id', query: anyQuery }), {
        params: { id: 'x/y' },
        query: { region: 'eu', site: '' },
      })
    expect(seen).toEqual(
      Object.values(families).map(prefix => `GET ${prefix}/a/x%2Fy?region=eu Bearer secret`),
    )
  })

  test('ACC-19 the environment is asked without authorisation', async () => {
    let authorization: string | undefined = 'unset'
    handler = (request, response) => {
      authorization = request.headers.authorization
      answer(response, 200, { path: request.url })
    }
    const open = endpoint({ entry: 'public', answer: z.object({ path: z.string() }) })
    const env = await client({ token: () => null }).call(open, {})
    expect(env).toEqual({ path: patternOf(open) })
    expect(authorization).toBeUndefined()
  })

  test('ACC-12 a call without a token fails before it is sent', async () => {
    let called = false
    handler = (_, response) => {
      called = true
      answer(response, 200, {})
    }
    const error = await failure(client({ token: () => null }).call(plain, {}))
    expect(error.message).toBe('API call failed -> Auth not ready')
    expect(error.reason).toBe('auth_not_ready')
    expect(called).toBe(false)
  })

  test('ACC-13 a call past its timeout names its address', async () => {
    handler = () => {}
    const error = await failure(client().call(plain, {}, { timeoutMs: 20 }))
    expect(error.message).toBe(`Api call timeout: ${origin}${patternOf(plain)}`)
    expect(error.reason).toBe('timeout')
  })

  test('ACC-13 a cancelled call has the message cancel', async () => {
    const abort = new AbortController()
    handler = () => abort.abort()
    const error = await failure(client().call(plain, {}, { signal: abort.signal }))
    expect(error.message).toBe('cancel')
    expect(isCancelled(error)).toBe(true)
    const again = await failure(client().call(plain, {}, { signal: abort.signal }))
    expect(again.message).toBe('cancel')
  })

  test('ACC-17 the server error shape becomes status, description and tracking id', async () => {
    handler = (_, response) =>
      answer(response, 404, {
        message: 'Client Exception',
        errors: [{ description: 'No such meeting' }],
        trackingId: 'T1',
      })
    const error = await failure(client().call(plain, {}))
    expect(error).toMatchObject({
      status: 404,
      description: 'No such meeting',
      trackingId: 'T1',
      reason: 'client',
    })
    expect(error.message).toBe('No such meeting')
  })

  test('ACC-17 "Meeting is not yet ready" is distinguished from other refusals', async () => {
    const refuse = (description: string) => {
      handler = (_, response) =>
        answer(response, 409, { message: 'Client Exception', errors: [{ description }], trackingId: 'T' })
      return failure(client().call(plain, {}))
    }
    expect(await refuse('Meeting is not yet ready')).toMatchObject({ reason: 'not_ready', status: 409 })
    expect(await refuse('Meeting was deleted')).toMatchObject({ reason: 'client', status: 409 })
  })

  test('an answer that breaks its schema is an error that names the address', async () => {
    handler = (_, response) => answer(response, 200, { status: 7 })
    const strict = endpoint({ answer: z.object({ status: z.string() }) })
    const error = await failure(client().call(strict, {}))
    expect(error.reason).toBe('invalid_answer')
    expect(error.message).toContain(patternOf(strict))
  })

  test('a call whose answer does not matter takes any, and a large one is read by its own reader', async () => {
    handler = (_, response) => answer(response, 200, { status: 7 })
    const answered = endpoint({ answer: z.object({ status: z.string() }) })
    expect(await client().send(answered, {})).toBeUndefined()
    const large = endpoint({ answer: z.object({ status: z.string() }), bulk: true })
    const reader = { safeParse: (data: unknown) => ({ success: true as const, data: [data] }) }
    expect(await client().read(large, {}, reader)).toEqual([{ status: 7 }])
  })

  test('a refused token is renewed once and the call made again', async () => {
    let token = 'old'
    const seen: (string | undefined)[] = []
    handler = (request, response) => {
      seen.push(request.headers.authorization)
      if (request.headers.authorization === 'Bearer new') answer(response, 200, { ok: 1 })
      else
        answer(response, 401, {
          message: 'Client Exception',
          errors: [{ description: 'expired' }],
          trackingId: 'T',
        })
    }
    const renew = async (rejected: string) => {
      expect(rejected).toBe('old')
      token = 'new'
      return true
    }
    const api = client({ token: () => token, renew })
    expect(await api.call(endpoint({ answer: z.object({ ok: z.number() }) }), {})).toEqual({ ok: 1 })
    expect(seen).toEqual(['Bearer old', 'Bearer new'])

    token = 'old'
    const error = await failure(client({ token: () => token, renew: async () => false }).call(plain, {}))
    expect(error.reason).toBe('unauthorized')
  })

  test('an unreachable server is a network error without the token in it', async () => {
    handler = (_, response) => response.socket?.destroy()
    const error = await failure(client().call(plain, {}))
    expect(error.reason).toBe('network')
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain('secret')
  })

  test('bodies travel as JSON, text or form', async () => {
    const types: (string | undefined)[] = []
    handler = (request, response) => {
      types.push(request.headers['content-type']?.split(';')[0])
      answer(response, 200, {})
    }
    const api = client()
    const post = endpoint({ method: 'POST', body: z.unknown() })
    await api.call(post, { body: { a: 1 } })
    await api.call(post, { body: 'text' })
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.zip')
    await api.call(post, { body: form })
    expect(types).toEqual(['application/json', 'text/plain', 'multipart/form-data'])
  })
})

describe('errorFromAnswer', () => {
  test('ACC-17 the shape is also read under data, and a foreign page still gives a readable error', () => {
    const nested = errorFromAnswer(
      500,
      { data: { message: 'Server Exception', errors: [{ description: 'deep' }], trackingId: 'D' } },
      new Headers(),
    )
    expect(nested).toMatchObject({ message: 'deep', trackingId: 'D', reason: 'server' })
    const page = errorFromAnswer(502, '<html>', new Headers({ 'retry-after': '2' }))
    expect(page).toMatchObject({ message: 'Server Exception (502)', reason: 'server', retryAfterMs: 2000 })
  })
})
