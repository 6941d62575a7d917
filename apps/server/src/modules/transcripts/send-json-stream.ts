import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

const compressors: Record<Encoding, () => Transform> = {
  // Near gzip's best size at a tenth of the time of brotli's default.
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 5 }),
}

/** The best encoding that the caller takes; nothing for one that takes none. */
function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const offered = new Map<string, number>()
  for (const part of String(header ?? '').split(',')) {
    const [name, ...rest] = part.trim().toLowerCase().split(';')
    const quality = rest.map(one => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find(Boolean)
    if (name) offered.set(name, quality === undefined ? 1 : Number(quality))
  }
  return (['br', 'gzip'] as const).find(name => (offered.get(name) ?? offered.get('*') ?? 0) > 0)
}

/**
 * Sends JSON as it is made, compressed where the caller takes that. No browser or proxy stores it; a program that keeps a copy of its own and
 * names its tag gets 304 while that is the newest.
 */
export function sendJsonStream(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  open: () => AsyncIterable<string | Buffer>,
): FastifyReply {
  const known = request.headers['if-none-match']?.split(',').map(one => one.trim())
  reply.headers({ etag: tag, vary: 'accept-encoding' })
  if (known?.includes(tag) || known?.includes('*')) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  const source = Readable.from(open(), { objectMode: false })
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding) return reply.send(source)
  // A failure half-way must break the answer off, not end it as if it were whole.
  const compressor = compressors[encoding]()
  pipeline(source, compressor, () => undefined)
  return reply.header('content-encoding', encoding).send(compressor)
}
