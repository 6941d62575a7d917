import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config'
import { ClientError } from './errors'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const WILDCARDS = new Set(['0.0.0.0', '::'])
const MISDIRECTED = 421

type AddressConfig = Pick<Config, 'publicUrl' | 'nodeUrl' | 'host' | 'port' | 'trustedProxies'>

/**
 * Under which names this server is called. A name that is not its own is refused: it would be copied into addresses
 * and policies that a browser trusts, and a foreign site could speak to us under its own name.
 */
export class OwnAddresses {
  readonly #hosts: ReadonlySet<string>
  readonly #isPublic: boolean

  constructor(private readonly config: AddressConfig) {
    const { publicUrl, nodeUrl, host, port } = config
    const listening = WILDCARDS.has(host) ? [] : [`http://${host.includes(':') ? `[${host}]` : host}:${port}`]
    const named = [publicUrl, nodeUrl, ...listening].filter(url => url !== undefined)
    this.#hosts = new Set(named.flatMap(hostForms))
    this.#isPublic = publicUrl !== undefined
  }

  owns(host: string): boolean {
    const given = host.toLowerCase()
    return this.#hosts.has(given) || (!this.#isPublic && LOOPBACK.has(nameOf(given)) && isHost(given))
  }

  /**
   * Whether the caller uses a name of ours. Only a proxy that the configuration names may say that it was called by another one:
   * a page of a foreign site can send any header to this machine under its own name.
   */
  isCalledBy(request: FastifyRequest): boolean {
    const { trustedProxies } = this.config
    const given = request.raw.headers.host ?? ''
    return this.owns(request.host ?? '') && (trustedProxies !== undefined || this.owns(given))
  }

  /** What the caller's browser calls this server. Answers made of it are never cached. */
  originFor(request: FastifyRequest): string {
    return this.config.publicUrl ?? `${request.protocol}://${request.host}`
  }

  /** An address of a node, as the caller's browser can reach it: the loopback names are one place. */
  reachable(address: string, request: FastifyRequest): string {
    const { publicUrl, nodeUrl } = this.config
    if (publicUrl !== undefined) return address
    const url = new URL(address)
    const asked = new URL(`${request.protocol}://${request.host}`)
    if (nodeUrl === undefined && isOwnPort(url, this.config)) url.host = asked.host
    else if (LOOPBACK.has(url.hostname) && LOOPBACK.has(asked.hostname)) url.hostname = asked.hostname
    return url.href
  }
}

const isOwnPort = ({ hostname, port }: URL, config: AddressConfig) =>
  port === String(config.port) && (LOOPBACK.has(hostname) || WILDCARDS.has(config.host))

/** A browser leaves out the usual port, other programs may not. */
function hostForms(url: string): string[] {
  const { hostname, host, protocol, port } = new URL(url)
  const usual = protocol === 'https:' ? '443' : '80'
  return port === '' || port === usual ? [hostname, `${hostname}:${usual}`] : [host]
}

/** A port may be too great to be one. */
const isHost = (host: string) => URL.canParse(`http://${host}`)

const nameOf = (host: string) => host.replace(/:\d+$/, '')

declare module 'fastify' {
  interface FastifyInstance {
    ownAddresses: OwnAddresses
  }
}

/** Probes call by any address of the machine; they learn nothing and their answer holds no address. */
const probes = new Set(['/healthz', '/readyz'])

/** Prometheus, which calls each process by its own address, shows a token that no page of a foreign site has. */
const showsToken = (request: FastifyRequest) =>
  request.routeOptions.url === '/metrics' && request.headers.authorization !== undefined

export function refuseForeignHosts(
  server: FastifyInstance,
  addresses: OwnAddresses,
  { hasMetricsToken }: { hasMetricsToken: boolean },
): void {
  server.decorate('ownAddresses', addresses)
  server.addHook('onRequest', async request => {
    if (addresses.isCalledBy(request) || probes.has(request.routeOptions.url ?? '')) return
    if (hasMetricsToken && showsToken(request)) return
    throw new ClientError(
      MISDIRECTED,
      'This server has another name: set LIVETAP_PUBLIC_URL to the address browsers use',
    )
  })
}
