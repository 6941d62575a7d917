import type { Server } from 'node:net'
import type { Config } from '../../platform/config/config'

const WILDCARDS = new Set(['0.0.0.0', '::'])
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

/**
 * The origins browsers reach this server at, the canonical one first. Without LIVETAP_PUBLIC_URL these are what it listens on,
 * so the answer is only right once it listens (a port of 0 is not known before).
 */
export function publicOrigins(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, server: Server): string[] {
  if (config.publicUrl) return [new URL(config.publicUrl).origin]
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : config.port
  const named =
    WILDCARDS.has(config.host) || LOOPBACK.has(config.host)
      ? []
      : [config.host.includes(':') ? `[${config.host}]` : config.host]
  return ['127.0.0.1', 'localhost', ...named].map(host => new URL(`http://${host}:${port}`).origin)
}
