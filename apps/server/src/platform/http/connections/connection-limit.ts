import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Log } from '../../log/log'
import { networkOf } from '../../network-of'
import { addressList } from './address-list'

export interface ConnectionLimits {
  total: number
  perAddress: number
}

/** Kept for the database, the storage, the recognisers and the log, which work regardless of what connects. */
const RESERVED_DESCRIPTORS = 256
/** The connection, and the file that it reads or the upstream that it is forwarded to. */
const DESCRIPTORS_PER_CONNECTION = 2
/** One caller leaves as many connections to all others as it can take itself. */
const SHARE_OF_ONE_ADDRESS = 1 / 2
/** From here on connections that only wait for a request make room. */
const NEARLY_FULL = 0.9
/** A client that connects has its first request ready; one that says nothing for so long makes room for others. */
const FIRST_REQUEST_MS = 1_000
const REPORT_MS = 60_000

export function connectionLimitsFor(openFiles: number): ConnectionLimits {
  const reserved = Math.min(RESERVED_DESCRIPTORS, openFiles / 2)
  const total = Math.max(1, Math.floor((openFiles - reserved) / DESCRIPTORS_PER_CONNECTION))
  return { total, perAddress: Math.max(1, Math.floor(total * SHARE_OF_ONE_ADDRESS)) }
}

/**
 * A connection beyond the limits is closed unanswered; requests that are under way go on. Where it gets tight, connections
 * without a request make room, so holding many of them open locks no other client out.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  { log, proxies = [] }: { log: Log; proxies?: readonly string[] },
): void {
  /** A proxy's connections are those of everyone behind it; one on this machine need not be named. */
  const isProxy = addressList(['127.0.0.1', '::1', ...proxies])
  const counts = new Map<string, number>()
  /** Which have sent no request yet, and since when, the oldest first. */
  const unused = new Map<Duplex, number>()
  const report = reporter(log)
  let count = 0

  const makeRoom = () => {
    server.closeIdleConnections()
    for (const [socket, since] of unused) {
      if (performance.now() - since < FIRST_REQUEST_MS) return
      socket.destroy()
    }
  }

  server.maxConnections = limits.total
  server.on('drop', () => {
    makeRoom()
    report('too many connections: refusing new ones')
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  server.on('upgrade', (_request, socket) => unused.delete(socket))
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const own = (counts.get(network) ?? 0) + 1
    count += 1
    counts.set(network, own)
    unused.set(socket, performance.now())
    socket.once('close', () => {
      count -= 1
      unused.delete(socket)
      const left = counts.get(network)! - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    if (count > limits.total * NEARLY_FULL) makeRoom()
    if (own <= limits.perAddress || isProxy(socket.remoteAddress ?? '')) return
    report('too many connections of one address: refusing new ones')
    socket.destroy()
  })
}

/** Refusals come by the thousand: each kind is logged once in a while. */
function reporter(log: Log): (message: string) => void {
  const lastAt = new Map<string, number>()
  return message => {
    const now = performance.now()
    if (now - (lastAt.get(message) ?? Number.NEGATIVE_INFINITY) < REPORT_MS) return
    lastAt.set(message, now)
    log.warn(message)
  }
}
