import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { FastifyReply } from 'fastify'
import type { HttpServer } from './create-http-server'
import { badRequest, ClientError, invalid, unsupportedType } from './errors'

export interface ReceivedFile {
  /** On this machine, under a name of ours. */
  path: string
  /** As the sender called it; never used as a path. */
  fileName: string
  size: number
}

export interface ReceiveOptions {
  field: string
  maxBytes: number
  folder: string
}

const MAX_FIELDS = 20
const MAX_FIELD_BYTES = 10_000
/** Fields and files together; a body of a million empty ones is not read to its end. */
const MAX_PARTS = MAX_FIELDS + 2

/** Aborted when the client has gone before it was answered. */
export function whenGone(reply: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** Streams the one file of a multipart body to a file of its own, hands it to `use`, and removes it after that. */
export async function withReceivedFile<T>(
  request: IncomingMessage,
  options: ReceiveOptions,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const path = join(options.folder, `received-${randomUUID()}`)
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  try {
    return await use(await receive(request, path, options))
  } finally {
    await rm(path, { force: true })
  }
}

async function receive(
  request: IncomingMessage,
  path: string,
  { field, maxBytes }: ReceiveOptions,
): Promise<ReceivedFile> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_FIELDS * MAX_FIELD_BYTES)
    throw tooLong(maxBytes)
  const parser = openParser(request, maxBytes)
  let received: Promise<ReceivedFile> | undefined
  parser.on('partsLimit', () => parser.destroy(tooManyParts()))
  parser.on('file', (name, stream, fileName) => {
    if (name !== field || received) {
      stream.resume()
      return
    }
    let size = 0
    stream.on('data', (piece: Buffer) => {
      size += piece.length
    })
    const cut = new Promise<never>((_, reject) => stream.once('limit', () => reject(tooLong(maxBytes))))
    const written = pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    received = Promise.race([written, cut]).then(() => ({ path, fileName, size }))
    // A body that breaks off fails the parser too; the one that is awaited first reports it.
    received.catch(error => parser.destroy(error))
  })
  try {
    await pipeline(request, parser)
  } catch (error) {
    throw bodyFault(error, 'The multipart body is broken')
  }
  if (!received) throw invalid(field, 'one file is needed')
  return await received
}

function openParser(request: IncomingMessage, maxBytes: number): BusboyInstance {
  const type = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) throw unsupportedType('A multipart/form-data body is needed')
  const limits = {
    files: 2,
    parts: MAX_PARTS,
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    fileSize: maxBytes,
  }
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits })
  } catch (error) {
    throw badRequest(`The multipart body cannot be read: ${(error as Error).message}`)
  }
}

/** The rest of the body is not read, so the connection cannot be used again. */
const tooLong = (maxBytes: number, what = 'file') =>
  new ClientError(413, `The ${what} has more than ${maxBytes} bytes`, { connection: 'close' })

const tooManyParts = () =>
  new ClientError(413, `The multipart body has more than ${MAX_PARTS} parts`, { connection: 'close' })

function bodyFault(error: unknown, message: string): unknown {
  const { code, name } = error as NodeJS.ErrnoException
  // A fault of the disk has a code of the system; of the body only a message.
  if (name === 'ClientError' || (code && /^E[A-Z]+$/.test(code))) return error
  return badRequest(message)
}

/** The whole body, as bytes that belong to nothing else. */
export async function receiveBytes(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let size = 0
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLong(maxBytes, 'body')
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > maxBytes) throw tooLong(maxBytes, 'body')
      pieces.push(piece)
    }
  } catch (error) {
    throw bodyFault(error, 'The body is broken')
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** In a scope of its own: a body is never gathered, it streams from the socket. */
export function streamBodies(app: HttpServer): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}
