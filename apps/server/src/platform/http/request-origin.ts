import type { FastifyRequest } from 'fastify'

/**
 * What the caller's browser calls this server: the configured address, else the one it used (a proxy on this
 * machine may tell it). Answers made of it are never cached.
 */
export function requestOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? `${request.protocol}://${request.host}`
}
