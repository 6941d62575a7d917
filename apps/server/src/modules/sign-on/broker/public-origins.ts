import type { Config } from '../../../platform/config/config'

const WILDCARDS = new Set(['0.0.0.0', '::'])
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

/** The origins browsers reach this server at, the canonical one first: the public one, or else what it listens on. */
export function publicOrigins({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string[] {
  if (publicUrl) return [new URL(publicUrl).origin]
  const named = WILDCARDS.has(host) || LOOPBACK.has(host) ? [] : [host.includes(':') ? `[${host}]` : host]
  return ['127.0.0.1', 'localhost', '[::1]', ...named].map(name => new URL(`http://${name}:${port}`).origin)
}
