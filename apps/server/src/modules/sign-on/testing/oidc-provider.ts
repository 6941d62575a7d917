import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicJwk: object
}

export const newKey = async (kid: string): Promise<SigningKey> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

export interface OidcProvider {
  issuer: string
  /** Those it publishes; the first one signs. */
  keys: SigningKey[]
  /** Over the fields of its document. */
  document: Record<string, unknown>
  /** What it answers when it is asked about an opaque token. */
  introspection: Record<string, unknown>
  /** Answers nothing but 500. */
  isAway: boolean
  seen: { url: string; authorization: string | undefined; form: Record<string, string> }[]
  asked(path: string): number
  token(claims?: JWTPayload, options?: { key?: SigningKey; expiresIn?: string }): Promise<string>
}

/** An OpenID provider that is not ours: other paths, a document that names them, and keys that change. */
export async function oidcProvider(): Promise<OidcProvider> {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const provider: OidcProvider = {
    issuer,
    keys: [await newKey('first')],
    document: {},
    introspection: { active: false },
    isAway: false,
    seen: [],
    asked: path => provider.seen.filter(({ url }) => url === path).length,
    token: ({ iss = issuer, aud = 'livetap', ...claims } = {}, { key, expiresIn } = {}) => {
      const { kid, privateKey } = key ?? provider.keys[0]!
      return new SignJWT({ iss, aud, sub: 'u-1', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuedAt()
        .setExpirationTime(expiresIn ?? '5m')
        .sign(privateKey)
    },
  }
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/sign-in?tenant=t1`,
      token_endpoint: `${issuer}/tokens`,
      jwks_uri: `${issuer}/public-keys`,
      introspection_endpoint: `${issuer}/opaque`,
      revocation_endpoint: `${issuer}/end`,
      ...provider.document,
    }),
    '/public-keys': () => ({ keys: provider.keys.map(({ publicJwk }) => publicJwk) }),
    '/opaque': () => provider.introspection,
    '/tokens': () => ({ access_token: 'a', token_type: 'Bearer', expires_in: 60 }),
    '/own/tokens': () => ({ access_token: 'own', token_type: 'Bearer', expires_in: 60 }),
    '/end': () => ({}),
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const { url = '', headers } = request
    provider.seen.push({ url, authorization: headers.authorization, form })
    const body = provider.isAway ? undefined : answers[url]?.()
    response
      .writeHead(body ? 200 : 500, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? {}))
  }
  return provider
}
