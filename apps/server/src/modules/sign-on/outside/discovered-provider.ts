import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  None,
  type ServerMetadata,
  tokenRevocation,
} from 'openid-client'
import { unavailable } from '../../../platform/http/errors'
import type { Log } from '../../../platform/log/log'

export interface DiscoveryOptions {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  log: Pick<Log, 'warn' | 'info'>
  /** Milliseconds that pass evenly. */
  ticks?: () => number
}

/** What a provider says of itself, as far as it is used here. */
export interface ProviderDocument {
  issuer: string
  authorize: string
  accessToken: string
  jwks: string
  introspection: string | undefined
  revocation: string | undefined
  /** It takes the client's secret in the header of a token request, and not in its form. */
  wantsBasic: boolean
}

const TIMEOUT_MS = 5000
const REFRESH_MS = 3_600_000
/** A provider that is away is asked once in this time, regardless of how many calls wait for it. */
const RETRY_MS = 1000

/**
 * The discovery document of an outside provider: read when it is first needed, so that a provider that is away keeps
 * no server from starting, and read again every hour. One that was read stays in use where reading it again fails.
 */
export class DiscoveredProvider {
  #known: { document: ProviderDocument; configuration: Configuration } | undefined
  #asking: Promise<void> | undefined
  #askAgainAt = Number.NEGATIVE_INFINITY
  readonly #ticks: () => number

  constructor(private readonly options: DiscoveryOptions) {
    this.#ticks = options.ticks ?? (() => performance.now())
  }

  /** Refuses with 503 while the provider has never answered. */
  async document(): Promise<ProviderDocument> {
    return (await this.#current()).document
  }

  /** Ends a token at its provider, where the provider names an address for that. */
  async revoke(token: string): Promise<void> {
    const { configuration, document } = await this.#current()
    if (document.revocation)
      await tokenRevocation(configuration, token, { token_type_hint: 'access_token' }).catch(error => {
        this.options.log.warn({ reason: reasonOf(error) }, 'token was not ended at its provider')
        throw unavailable('The sign-on cannot be reached')
      })
  }

  async #current() {
    if (this.#ticks() >= this.#askAgainAt)
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = undefined
      })
    if (!this.#known) await this.#asking
    if (!this.#known) throw unavailable('The sign-on cannot be reached')
    return this.#known
  }

  async #ask(): Promise<void> {
    const { issuer, clientId, clientSecret, log } = this.options
    try {
      const configuration = await discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === undefined ? None() : secretOf(clientSecret),
        {
          timeout: TIMEOUT_MS / 1000,
          execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
        },
      )
      const document = readDocument(configuration.serverMetadata())
      this.#known = { document, configuration }
      this.#askAgainAt = this.#ticks() + REFRESH_MS
      log.info({ issuer: document.issuer }, 'sign-on discovered')
    } catch (error) {
      this.#askAgainAt = this.#ticks() + RETRY_MS
      log.warn({ issuer, reason: reasonOf(error) }, 'sign-on discovery failed')
    }
  }
}

/** By the header or in the form, as the provider wants it. */
const secretOf =
  (secret: string): ClientAuth =>
  (server, client, body, headers) =>
    (wantsBasic(server) ? ClientSecretBasic(secret) : ClientSecretPost(secret))(server, client, body, headers)

function wantsBasic({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): boolean {
  // The standard's default, where a document names none.
  if (!methods) return true
  return !methods.includes('client_secret_post') && methods.includes('client_secret_basic')
}

const names = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'introspection_endpoint',
  'revocation_endpoint',
] as const

/** An address without TLS is taken only of a provider that is itself named without it. */
function readDocument(read: ServerMetadata): ProviderDocument {
  const schemes = read.issuer.startsWith('http:') ? ['http:', 'https:'] : ['https:']
  for (const name of names) {
    const value = read[name]
    if (value !== undefined && !(URL.canParse(value) && schemes.includes(new URL(value).protocol)))
      throw new Error(`its ${name} does not start with ${schemes.map(scheme => `${scheme}//`).join(' or ')}`)
  }
  const needed = (name: (typeof names)[number]) => {
    const value = read[name]
    if (value === undefined) throw new Error(`its document names no ${name}`)
    return value
  }
  return {
    issuer: read.issuer,
    authorize: needed('authorization_endpoint'),
    accessToken: needed('token_endpoint'),
    jwks: needed('jwks_uri'),
    introspection: read.introspection_endpoint,
    revocation: read.revocation_endpoint,
    wantsBasic: wantsBasic(read),
  }
}

/** What failed, without what the provider answered. */
const reasonOf = (error: unknown) => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
