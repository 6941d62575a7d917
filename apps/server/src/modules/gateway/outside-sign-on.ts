import type { Readable } from 'node:stream'
import type { SignOnConfig } from '../../platform/config/sign-on-config'
import { badRequest, tooLarge, unsupportedType } from '../../platform/http/errors'
import type { Forwarding } from './forward-http'

export type OutsideSignOn = Extract<SignOnConfig, { kind: 'outside' }>

const MAX_TOKEN_REQUEST_BYTES = 64 * 1024

/** What the provider names where its addresses are not configured. */
export interface NamedEndpoints {
  document(): Promise<{ authorize: string; accessToken: string; wantsBasic: boolean }>
  revoke(token: string): Promise<void>
}

/** Where the browser signs in; the query is the caller's, after what the provider's own address holds. */
export async function authorizeAddress(
  { endpoints }: OutsideSignOn,
  provider: NamedEndpoints | undefined,
  url: string,
): Promise<string> {
  const address = new URL(endpoints.authorize ?? (await provider!.document()).authorize)
  const query = new URL(url, address).searchParams
  for (const [name, value] of query) address.searchParams.append(name, value)
  return address.href
}

/** Where a token is asked for, and whether the secret goes with the request's header. */
export async function tokenAddress(
  { endpoints }: OutsideSignOn,
  provider: NamedEndpoints | undefined,
): Promise<{ address: URL; wantsBasic: boolean }> {
  if (endpoints.accessToken) return { address: new URL(endpoints.accessToken), wantsBasic: false }
  const { accessToken, wantsBasic } = await provider!.document()
  return { address: new URL(accessToken), wantsBasic }
}

interface TokenRequest {
  contentType: string | undefined
  content: Readable | undefined
  wantsBasic: boolean
}

/** The browser has no secret: where the provider wants one, it is put into the token request here. */
export async function tokenRequestBody(
  { clientId, clientSecret }: OutsideSignOn,
  { contentType, content, wantsBasic }: TokenRequest,
): Promise<Forwarding['body']> {
  if (!contentType?.startsWith('application/x-www-form-urlencoded'))
    throw unsupportedType('A token request is a form (application/x-www-form-urlencoded)')
  if (!content) throw badRequest('A token request has a body')
  const form = new URLSearchParams(await read(content))
  form.set('client_id', clientId)
  form.delete('client_secret')
  const inHeader = wantsBasic && clientSecret ? { authorization: basic(clientId, clientSecret) } : {}
  if (inHeader.authorization) form.delete('client_id')
  else if (clientSecret) form.set('client_secret', clientSecret)
  const text = form.toString()
  return {
    text,
    headers: {
      'content-length': Buffer.byteLength(text),
      'content-type': 'application/x-www-form-urlencoded',
      ...inHeader,
    },
  }
}

const basic = (...parts: [string, string]) =>
  `Basic ${Buffer.from(parts.map(encodeURIComponent).join(':')).toString('base64')}`

async function read(content: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_TOKEN_REQUEST_BYTES) throw tooLarge('The token request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
