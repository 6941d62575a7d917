import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export type RedisStatus =
  | { status: 'disabled' }
  | { status: 'ok'; latency_ms: number }
  | { status: 'unreachable'; reason: 'refused' | 'no_answer' | 'not_authorized' }

const TIMEOUT_MS = 2000
const MAX_ANSWER_BYTES = 4096

/** Asks the cache itself: a PING over the wire, signed in when the address carries a password. */
export async function redisStatus(url: string | undefined, timeoutMs = TIMEOUT_MS): Promise<RedisStatus> {
  if (!url) return { status: 'disabled' }
  const started = performance.now()
  const answer = await ask(new URL(url), timeoutMs)
  if (answer === 'refused' || answer === 'no_answer') return { status: 'unreachable', reason: answer }
  if (answer.startsWith('-')) return { status: 'unreachable', reason: 'not_authorized' }
  return { status: 'ok', latency_ms: Math.round(performance.now() - started) }
}

function ask(url: URL, timeoutMs: number): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || 6379)
  return new Promise(resolve => {
    const socket: Socket =
      url.protocol === 'rediss:' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port })
    let received = ''
    const end = (answer: string) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(timeoutMs, () => end('no_answer'))
    socket.on('error', () => end('refused'))
    socket.on('close', () => end('no_answer'))
    socket.on('data', chunk => {
      received += chunk.toString('latin1')
      const failure = /^-[^\r\n]*\r\n/m.exec(received)
      if (failure) end(failure[0])
      else if (received.includes('+PONG\r\n')) end('+PONG')
      else if (received.length > MAX_ANSWER_BYTES) end('no_answer')
    })
    socket.write(credentials(url) + command('PING'))
  })
}

function credentials({ username, password }: URL): string {
  if (!password) return ''
  const parts = [username, password].filter(part => part !== '').map(decodeURIComponent)
  return command('AUTH', ...parts)
}

const command = (...parts: string[]) =>
  `*${parts.length}\r\n${parts.map(part => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`
