import { createServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { redisStatus } from './redis-status'

/** Speaks as much of the cache's protocol as the check does. */
async function standIn(password: string | undefined): Promise<number> {
  const server: Server = createServer(socket => {
    let signedIn = password === undefined
    socket.on('data', chunk => {
      for (const [, name, value] of chunk
        .toString()
        .matchAll(/\*\d\r\n\$\d+\r\n(\w+)\r\n(?:\$\d+\r\n(\S+)\r\n)?/g)) {
        if (name === 'AUTH') signedIn = value === password
        socket.write(
          name === 'AUTH'
            ? signedIn
              ? '+OK\r\n'
              : '-WRONGPASS\r\n'
            : signedIn
              ? '+PONG\r\n'
              : '-NOAUTH\r\n',
        )
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as { port: number }).port
}

test('ACC-24 the cache check tells the truth about a cache that answers', async () => {
  expect(await redisStatus(undefined)).toEqual({ status: 'disabled' })
  expect(await redisStatus(`redis://127.0.0.1:${await standIn(undefined)}`)).toMatchObject({ status: 'ok' })
  expect(await redisStatus(`redis://:pw@127.0.0.1:${await standIn('pw')}`)).toMatchObject({ status: 'ok' })
})

test('ACC-24 the cache check tells the truth about a cache that does not', async () => {
  expect(await redisStatus('redis://127.0.0.1:1')).toEqual({ status: 'unreachable', reason: 'refused' })
  const port = await standIn('pw')
  expect(await redisStatus(`redis://127.0.0.1:${port}`)).toEqual({
    status: 'unreachable',
    reason: 'not_authorized',
  })
  const silent = createServer()
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port: silentPort } = silent.address() as { port: number }
  expect(await redisStatus(`redis://127.0.0.1:${silentPort}`, 50)).toEqual({
    status: 'unreachable',
    reason: 'no_answer',
  })
})
