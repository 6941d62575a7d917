import { once } from 'node:events'
import { connect } from 'node:net'
import type { Random } from '../random'

const CLOSED_MS = 120_000

const beginnings = [
  'junk that is no request\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /\0 HTTP/1.1\r\nhost: localhost\r\n\r\n',
  'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  `GET / HTTP/1.1\r\n${'x: y\r\n'.repeat(5_000)}\r\n`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
] as const

/** Bytes that are no request: the server closes the connection by itself, regardless of what the client does with its side. */
export async function junkConnection(origin: string, random: Random): Promise<string | undefined> {
  const { hostname, port } = new URL(origin)
  const bytes = random.chance(0.3)
    ? Buffer.concat([random.bytes(1 + random.below(200)), Buffer.from('\r\n\r\n')])
    : Buffer.from(random.pick(beginnings), 'latin1')
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.resume()
  const closed = Promise.race([once(socket, 'end'), once(socket, 'close')])
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CLOSED_MS) })
    socket.write(bytes)
    const timeout = new Promise<'open'>(resolve => setTimeout(resolve, CLOSED_MS, 'open').unref())
    if ((await Promise.race([closed, timeout])) === 'open')
      return `a connection stays open after ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}`
    return undefined
  } catch (error) {
    return `a connection was not accepted: ${(error as Error).message}`
  } finally {
    socket.destroy()
  }
}
