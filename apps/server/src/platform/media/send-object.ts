import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, rangeNotSatisfiable } from '../http/errors'
import { type Storage, StorageError, type StoredObject } from '../storage/storage'
import { requestedRange } from './byte-range'
import { mediaType } from './media-types'

type MediaRequest = Pick<FastifyRequest, 'method' | 'headers'>

/** A stored object as the answer: whole, in ranges, or nothing where the caller holds it already. */
export async function sendObject(
  storage: Storage,
  key: string,
  request: MediaRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const object = await find(storage, key)
  const tag = `"${object.size.toString(36)}-${object.modifiedAt.getTime().toString(36)}"`
  reply.headers({
    'accept-ranges': 'bytes',
    etag: tag,
    'last-modified': object.modifiedAt.toUTCString(),
    'content-type': mediaType(object.key),
  })
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return await send(storage, object, tag, request, reply)
}

async function send(
  storage: Storage,
  object: StoredObject,
  tag: string,
  request: MediaRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { 'if-range': ifRange, range: header } = request.headers
  const usable = ifRange === undefined || ifRange === tag || ifRange === object.modifiedAt.toUTCString()
  const asked = requestedRange(usable ? header : undefined, object.size)
  if (asked.kind === 'outside')
    throw rangeNotSatisfiable('The object ends before that', { 'content-range': `bytes */${object.size}` })
  const range = asked.kind === 'part' ? asked.range : { start: 0, end: object.size - 1 }
  reply.header('content-length', String(range.end - range.start + 1))
  if (asked.kind === 'part')
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${object.size}`)
  if (request.method === 'HEAD' || object.size === 0) return reply.send('')
  return reply.send(await storage.get(object.key, range))
}

async function find(storage: Storage, key: string): Promise<StoredObject> {
  try {
    const object = await storage.stat(key)
    if (object) return object
  } catch (error) {
    if (!(error instanceof StorageError && error.reason === 'bad_key')) throw error
  }
  throw notFound()
}
