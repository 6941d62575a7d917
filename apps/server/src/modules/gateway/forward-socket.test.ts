import { once } from 'node:events'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { testServer } from '../../testing/test-server'
import { standInUpstream } from './testing/stand-in-upstream'

const outside = {
  LIVETAP_AUTH_ISSUER: 'https://id.example',
  LIVETAP_AUTH_JWKS_URL: 'https://id.example/jwks',
  LIVETAP_AUTH_CLIENT_ID: 'console',
}

async function gateway(path = pathOf(asrSocket)) {
  const upstream = await standInUpstream()
  const server = await testServer({
    env: { ...outside, LIVETAP_ASR_URL: upstream.url.replace('http', 'ws') },
  })
  return { upstream, server, address: `${server.url.replace('http', 'ws')}${path}` }
}

const refusal = async (address: string) => {
  const socket = new WebSocket(address)
  const [, response] = await once(socket, 'unexpected-response')
  return response as { statusCode: number; headers: Record<string, string> }
}

test('a socket is forwarded with its sub-protocols, text and binary, both ways', async () => {
  const { upstream, address } = await gateway(`${pathOf(asrSocket)}/stream?x=1`)
  const socket = new WebSocket(address, ['livetap.asr.v1', 'bearer.outside-token', 'engine.k2'])
  await once(socket, 'open')
  expect(socket.protocol).toBe('livetap.asr.v1')
  expect(upstream.sockets[0]).toMatchObject({
    url: '/stream?x=1',
    protocols: 'livetap.asr.v1,bearer.outside-token,engine.k2',
  })

  socket.send('{"streaming_config":{}}')
  expect(String((await once(socket, 'message'))[0])).toBe('{"streaming_config":{}}')
  const audio = Buffer.alloc(3_000_000, 7)
  socket.send(audio)
  const [echo, isBinary] = (await once(socket, 'message')) as [Buffer, boolean]
  expect(isBinary).toBe(true)
  expect(echo.equals(audio)).toBe(true)
  socket.close(4999, 'bye')
  expect((await once(socket, 'close'))[0]).toBe(4999)
})

test('a refusal of the upstream reaches the caller as it is', async () => {
  const { address } = await gateway(`${pathOf(asrSocket)}/refuse`)
  expect((await refusal(address)).statusCode).toBe(403)
})

test('an upstream that is down refuses the socket with 503', async () => {
  const { upstream, address } = await gateway()
  await upstream.close()
  const { statusCode, headers } = await refusal(address)
  expect(statusCode).toBe(503)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('stopping the server ends its tunnels', async () => {
  const { server, address } = await gateway()
  const socket = new WebSocket(address, ['livetap.asr.v1'])
  await once(socket, 'open')
  const closed = once(socket, 'close')
  await server.close()
  await closed
})
