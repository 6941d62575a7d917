import {
  type ClientRequest,
  Agent as HttpAgent,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { type Family, families, inFamily } from '@livetap/contract'
import { badRequest } from '../../platform/http/errors'

/**
 * '.' and '..' segments, however they and the slashes beside them are written, and with path parameters (`..;x=1`), which
 * some servers drop before they resolve: resolved, they would lead out of the upstream's own path.
 */
const CLIMBS = /\\|%5c|(^|\/|%2f)(\.|%2e){1,2}(\/|%2f|;|%3b|$)/i

export interface UpstreamOptions {
  family: Family
  url: string
  /** Of silence, before and during an answer. */
  timeoutMs: number
}

/** One foreign server behind a prefix of ours. */
export class Upstream {
  readonly family: Family
  readonly timeoutMs: number
  readonly prefix: string
  readonly #base: URL
  readonly #agent: HttpAgent

  constructor({ family, url, timeoutMs }: UpstreamOptions) {
    this.family = family
    this.timeoutMs = timeoutMs
    this.prefix = families[family]
    this.#base = new URL(url)
    const agent = { keepAlive: true, maxSockets: 256, maxFreeSockets: 32, timeout: 60_000 }
    this.#agent = this.#base.protocol === 'https:' ? new HttpsAgent(agent) : new HttpAgent(agent)
  }

  /** `path` is the caller's, prefix included; `rename` exchanges what is left without it. */
  address(path: string, rename: (rest: string) => string = rest => rest): URL {
    const [before, ...query] = path.split('?')
    // The router matched the decoded path. Cut from another spelling of the prefix, the rest would be another address.
    if (!inFamily(before!, this.prefix)) throw badRequest('The address must begin with its plain prefix')
    const rest = rename(before!.slice(this.prefix.length))
    if (CLIMBS.test(rest)) throw badRequest('The address holds a relative part')
    const address = new URL(this.#base)
    address.pathname = `${this.#base.pathname.replace(/\/$/, '')}${rest}`
    address.search = query.join('?')
    return address
  }

  /** Connections are kept for calls without a body alone: those can be asked again when the kept one is stale. */
  open(address: URL, options: RequestOptions, hasBody: boolean): ClientRequest {
    const request = address.protocol === 'https:' ? requestHttps : requestHttp
    return request(address, { ...options, timeout: this.timeoutMs, agent: hasBody ? false : this.#agent })
  }

  /** An address of the upstream becomes one of ours, so that a redirect stays behind the gateway. */
  ownAddress(location: string): string {
    const base = this.#base.href.replace(/\/$/, '')
    return location === base || location.startsWith(`${base}/`)
      ? this.prefix + location.slice(base.length)
      : location
  }

  close(): void {
    this.#agent.destroy()
  }
}
