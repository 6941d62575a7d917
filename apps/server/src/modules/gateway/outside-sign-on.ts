import type { Readable } from 'node:stream'
import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'
import type { SignOnConfig } from '../../platform/config/sign-on-config'
import { badRequest, tooLarge, unsupportedType } from '../../platform/http/errors'
import type { Forwarding } from './forward-http'

export type OutsideSignOn = Extract<SignOnConfig, { kind: 'outside' }>

const MAX_TOKEN_REQUEST_BYTES = 64 * 1024

/** The contract's paths stand for the provider's own. */
export const providerPath = (signOn: OutsideSignOn) => (path: string) =>
  ({
    [authorize.path]: signOn.authorizePath,
    [accessToken.path]: signOn.accessTokenPath,
    [logout.path]: signOn.logoutPath,
  })[path] ?? path

/** The browser has no secret: where the provider wants one, it is put into the token request here. */
export async function tokenRequestBody(
  signOn: OutsideSignOn,
  contentType: string | undefined,
  content: Readable | undefined,
): Promise<Forwarding['body']> {
  if (!contentType?.startsWith('application/x-www-form-urlencoded'))
    throw unsupportedType('A token request is a form (application/x-www-form-urlencoded)')
  if (!content) throw badRequest('A token request has a body')
  const form = new URLSearchParams(await read(content))
  form.set('client_id', signOn.clientId)
  form.delete('client_secret')
  if (signOn.clientSecret) form.set('client_secret', signOn.clientSecret)
  const text = form.toString()
  return {
    text,
    headers: {
      'content-length': Buffer.byteLength(text),
      'content-type': 'application/x-www-form-urlencoded',
    },
  }
}

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
