import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()',
  'x-dns-prefetch-control': 'off',
}

const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** By no browser and no proxy: answers are of a person's data unless their route says otherwise. */
export const NEVER_KEPT = 'private, no-store'

export interface HeaderOptions {
  /** Set when browsers reach this server over TLS. */
  https: boolean
}

/** No answer of this server may be framed, sniffed or kept, unless its route says otherwise. */
export function protect(request: FastifyRequest, reply: FastifyReply, { https }: HeaderOptions): void {
  reply.headers(always)
  reply.header('trackingid', request.id)
  reply.header('content-security-policy', API_POLICY)
  reply.header('cache-control', NEVER_KEPT)
  if (https) reply.header('strict-transport-security', 'max-age=31536000')
}

export const newNonce = () => randomBytes(16).toString('base64')

/** For a page of ours: styles by nonce, media also from blobs (local files), sockets to this origin and `connect`. */
export function pagePolicy(nonce: string, connect: readonly string[] = []): string {
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'worker-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", ...connect],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
