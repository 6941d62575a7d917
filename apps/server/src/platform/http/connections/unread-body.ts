import type { FastifyInstance } from 'fastify'

/** How long the rest of a body is read and thrown away after its answer. */
const LINGER_MS = 10_000

/**
 * A call that is refused before its body was read. To close its connection with input unread resets it, and a proxy that
 * still sends gives its caller a 502 in place of the answer. So the connection stays until the body has come.
 */
export function lingerForUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', async ({ raw }, reply) => {
    const announced = Number(raw.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in raw.headers
    if (!announced || raw.complete || raw.destroyed) return
    reply.removeHeader('connection')
    reply.raw.shouldKeepAlive = true
    reply.raw.once('finish', () => raw.resume())
    const late = setTimeout(() => raw.socket.destroy(), LINGER_MS)
    raw.once('close', () => clearTimeout(late))
  })
}
