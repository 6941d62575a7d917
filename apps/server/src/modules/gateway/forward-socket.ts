import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../../platform/http/errors'
import { upstreamHeaders } from './forward-headers'
import type { Upstream } from './upstream'

interface Upgraded {
  kind: 'upgraded'
  answer: IncomingMessage
  socket: Duplex
  head: Buffer
}
interface Refused {
  kind: 'refused'
  answer: IncomingMessage
}

/** Open tunnels of one app, to be cut when it stops. */
export class Tunnels {
  readonly #open = new Set<Duplex>()

  /** The caller only gets "switching" when the upstream switched; until then a refusal is a plain answer. */
  async forward(
    request: FastifyRequest,
    reply: FastifyReply,
    upstream: Upstream,
    address: URL,
  ): Promise<FastifyReply> {
    const outcome = await handshake(request, upstream, address)
    if (outcome.kind === 'refused') {
      outcome.answer.resume()
      return reply.code(outcome.answer.statusCode ?? 502).send()
    }
    reply.hijack()
    const caller = request.raw.socket
    reply.raw.detachSocket(caller)
    caller.write(switchingLines(outcome.answer))
    if (outcome.head.length > 0) caller.write(outcome.head)
    this.#join(caller, outcome.socket)
    return reply
  }

  closeAll(): void {
    for (const socket of this.#open) socket.destroy()
  }

  #join(
    caller: Duplex & { setTimeout?(ms: number): void },
    upstream: Duplex & { setTimeout?(ms: number): void },
  ): void {
    for (const [socket, other] of [
      [caller, upstream],
      [upstream, caller],
    ] as const) {
      socket.setTimeout?.(0)
      this.#open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }
}

async function handshake(
  request: FastifyRequest,
  upstream: Upstream,
  address: URL,
): Promise<Upgraded | Refused> {
  const headers = { ...upstreamHeaders(request), connection: 'Upgrade', upgrade: 'websocket' }
  const outgoing = upstream.open(address, { method: 'GET', headers }, true)
  try {
    return await new Promise<Upgraded | Refused>((resolve, reject) => {
      outgoing.once('upgrade', (answer, socket, head) => resolve({ kind: 'upgraded', answer, socket, head }))
      outgoing.once('response', answer => resolve({ kind: 'refused', answer }))
      outgoing.once('error', reject)
      outgoing.once('timeout', () => outgoing.destroy(new Error('no answer in time')))
      outgoing.end()
    })
  } catch (error) {
    request.log.warn({ upstream: upstream.family, reason: (error as Error).message }, 'upstream failed')
    throw unavailable(`${upstream.prefix} cannot be reached now`)
  }
}

function switchingLines({ rawHeaders }: IncomingMessage): string {
  const lines = ['HTTP/1.1 101 Switching Protocols']
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
