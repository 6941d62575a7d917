import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

const anything = { safeParse: (data: unknown) => ({ success: true as const, data }) }

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
    await api.call('authIdentity', { path: '/identity/scim/v1/Users/me' })
    await api.call('partner', {
      path: '/web/meetings',
      method: 'POST',
      query: { client_region: 'eu', site: '' },
    })
    await api.call('backend', { path: '/meeting/a/stats' })
    await api.call('trainable', { path: '/debug/audio' })
    await api.call('webex', { path: '/meetings' })
    await api.call('manuscripts', { path: '/projects' })
    expect(seen).toEqual([
      'GET /auth-identity-host/identity/scim/v1/Users/me Bearer secret',
      'POST /partner-api/web/meetings?client_region=eu Bearer secret',
      'GET /backend-api/meeting/a/stats Bearer secret',
      'GET /trainable/debug/audio Bearer secret',
      'GET /webex-api/v1/meetings Bearer secret',
      'GET /manuscripts-api/projects Bearer secret',
    ])
  })

  test('ACC-19 the environment is asked without authorisation', async () => {
    let authorization: string | undefined = 'unset'
    handler = (request, response) => {
      authorization = request.headers.authorization
      answer(response, 200, { path: request.url })
    }
    const env = await client({ token: () => null }).call('origin', { path: '/env', schema: anything })
    expect(env).toEqual({ path: '/env' })
    expect(authorization).toBeUndefined()
  })

  test('ACC-12 a call without a token fails before it is sent', async () => {
    let called = false
    handler = (_, response) => {
      called = true
      answer(response, 200, {})
    }
    const error = await failure(client({ token: () => null }).call('partner', { path: '/web/meetings' }))
    expect(error.message).toBe('API call failed -> Auth not ready')
    expect(error.reason).toBe('auth-not-ready')
    expect(called).toBe(false)
  })

  test('ACC-13 a call past its timeout names its address', async () => {
    handler = () => {}
    const error = await failure(client().call('partner', { path: '/web/slow', timeoutMs: 20 }))
    expect(error.message).toBe(`Api call timeout: ${origin}/partner-api/web/slow`)
    expect(error.reason).toBe('timeout')
  })

  test('ACC-13 a cancelled call has the message cancel', async () => {
    const abort = new AbortController()
    handler = () => abort.abort()
    const error = await failure(client().call('partner', { path: '/web/slow', signal: abort.signal }))
    expect(error.message).toBe('cancel')
    expect(isCancelled(error)).toBe(true)
    const again = await failure(client().call('partner', { path: '/web/slow', signal: abort.signal }))
    expect(again.message).toBe('cancel')
  })

  test('ACC-17 the server error shape becomes status, description and tracking id', async () => {
    handler = (_, response) =>
      answer(response, 404, {
        message: 'Client Exception',
        errors: [{ description: 'No such meeting' }],
        trackingId: 'T1',
      })
    const error = await failure(client().call('partner', { path: '/web/meetings/x' }))
    expect(error).toMatchObject({
      status: 404,
      description: 'No such meeting',
      trackingId: 'T1',
      reason: 'client',
    })
    expect(error.message).toBe('No such meeting')
  })

  test('ACC-17 "Meeting is not yet ready" is told apart from other refusals', async () => {
    const refuse = (description: string) => {
      handler = (_, response) =>
        answer(response, 409, { message: 'Client Exception', errors: [{ description }], trackingId: 'T' })
      return failure(client().call('partner', { path: '/web/meetings/x/audio' }))
    }
    expect(await refuse('Meeting is not yet ready')).toMatchObject({ reason: 'not-ready', status: 409 })
    expect(await refuse('Meeting was deleted')).toMatchObject({ reason: 'client', status: 409 })
  })

  test('an answer that breaks its schema is an error that names the address', async () => {
    handler = (_, response) => answer(response, 200, { status: 7 })
    const strict = {
      safeParse: () => ({ success: false as const, error: { message: 'status: expected string' } }),
    }
    const error = await failure(client().call('partner', { path: '/web/meetings/x/status', schema: strict }))
    expect(error.reason).toBe('invalid-answer')
    expect(error.message).toContain('/partner-api/web/meetings/x/status')
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
    expect(await api.call('partner', { path: '/x', schema: anything })).toEqual({ ok: 1 })
    expect(seen).toEqual(['Bearer old', 'Bearer new'])

    token = 'old'
    const error = await failure(
      client({ token: () => token, renew: async () => false }).call('partner', { path: '/x' }),
    )
    expect(error.reason).toBe('unauthorized')
  })

  test('an unreachable server is a network error without the token in it', async () => {
    handler = (_, response) => response.socket?.destroy()
    const error = await failure(client().call('partner', { path: '/x' }))
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
    await api.call('partner', { path: '/x', method: 'POST', body: { a: 1 } })
    await api.call('trainable', { path: '/x', method: 'POST', body: 'text' })
    const form = new FormData()
    form.set('file', new Blob(['x']), 'x.zip')
    await api.call('trainable', { path: '/x', method: 'POST', body: form })
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
