import { createServer } from 'node:net'
import { connect } from 'node:tls'
import { redisStatus } from '../modules/cache'
import type { Config } from '../platform/config/config'
import { type Finding, reasonOf } from './finding'

const DAY_MS = 86_400_000
const TIMEOUT_MS = 5_000
/** Most authorities renew a month before. */
const SOON_DAYS = 14

export async function checkPort({ role, host, port }: Config): Promise<Finding[]> {
  const check = 'port'
  if (role === 'worker') return []
  const place = host.includes(':') ? `[${host}]` : host
  const callable = ['0.0.0.0', '[::]'].includes(place) ? '127.0.0.1' : place
  const answer = await fetch(`http://${callable}:${port}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then(async response => (await response.json()) as { status?: string; checks?: Record<string, boolean> })
    .catch(() => undefined)
  if (answer?.status === 'ready')
    return [{ check, found: `Livetap answers on ${place}:${port}, and is ready` }]
  if (answer?.status === 'not ready') {
    const failing = Object.entries(answer.checks ?? {})
      .filter(([, ok]) => !ok)
      .map(([name]) => name)
    return [
      {
        check,
        found: `Livetap answers on ${place}:${port}, and is not ready`,
        todo: `mend first: ${failing.join(', ')}`,
      },
    ]
  }
  const error = await listens(host, port)
  if (!error) return [{ check, found: `${place}:${port} is free: Livetap does not run here` }]
  const inUse = error.code === 'EADDRINUSE'
  return [
    {
      check,
      found: `${place}:${port}: ${inUse ? 'another program listens there' : reasonOf(error)}`,
      todo: inUse
        ? `find it with ss -ltnp 'sport = :${port}', or set PORT`
        : 'set HOST or PORT to what this machine has',
    },
  ]
}

const listens = (host: string, port: number) =>
  new Promise<NodeJS.ErrnoException | undefined>(resolve => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })

/** Of the public address, as browsers see it. `now` for tests. */
export async function checkCertificate({ publicUrl }: Config, now = Date.now()): Promise<Finding[]> {
  if (!publicUrl?.startsWith('https:')) return []
  const check = 'certificate'
  const { hostname, port } = new URL(publicUrl)
  const renew = 'docs/OPERATIONS.md, "Renew the certificate"'
  try {
    const { validTo, problem } = await certificateAt(hostname, Number(port || 443))
    const days = Math.floor((validTo - now) / DAY_MS)
    const found =
      days < 0
        ? `of ${publicUrl} expired ${-days} days ago`
        : `of ${publicUrl} is valid for ${days} more days`
    if (days < SOON_DAYS) return [{ check, found, todo: `renew it: ${renew}` }]
    return [{ check, found, todo: problem && `browsers do not trust it (${problem}): ${renew}` }]
  } catch (error) {
    return [
      {
        check,
        found: `${publicUrl} cannot be asked: ${reasonOf(error)}`,
        todo: 'see whether the balancer runs, and whether this machine may call it by its public name',
      },
    ]
  }
}

const certificateAt = (host: string, port: number) =>
  new Promise<{ validTo: number; problem: string | undefined }>((resolve, reject) => {
    // Looked at, never trusted: nothing is sent.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const validTo = Date.parse(socket.getPeerCertificate().valid_to)
      const { authorized, authorizationError } = socket
      socket.destroy()
      resolve({ validTo, problem: authorized ? undefined : String(authorizationError) })
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')))
    socket.once('error', reject)
  })

export async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (!redisUrl) return []
  const state = await redisStatus(redisUrl)
  return [
    state.status === 'unreachable'
      ? {
          check: 'redis',
          found: `does not answer (${state.reason})`,
          todo: 'see REDIS_URL, and whether it runs',
        }
      : { check: 'redis', found: 'answers' },
  ]
}
