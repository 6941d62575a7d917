import { createServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { SAMPLES_PER_MS } from '@livetap/audio'
import { bytesField, concatBytes, intField, readFields } from '../onnx/proto'

export interface GoogleStandIn {
  endpoint: string
  tokens: string[]
  /** Serialised configurations, one a call. */
  configs: Uint8Array[]
  close(): Promise<void>
}

const duration = (ms: number) =>
  concatBytes([intField(1, Math.floor(ms / 1000)), intField(2, Math.round((ms % 1000) * 1e6))])

function response(text: string, isFinal: boolean, endMs: number): Uint8Array {
  const words = text.split(' ').map((word, i, all) => {
    const step = endMs / all.length
    return bytesField(
      3,
      concatBytes([
        bytesField(1, duration(i * step)),
        bytesField(2, duration((i + 1) * step)),
        bytesField(3, word),
      ]),
    )
  })
  const alternative = concatBytes([bytesField(1, text), ...(isFinal ? words : [])])
  const result = [
    bytesField(1, alternative),
    intField(2, isFinal ? 1 : 0),
    bytesField(4, duration(endMs)),
    bytesField(6, 'en-us'),
  ]
  return bytesField(2, concatBytes(result))
}

function frame(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

/** Google's streaming call over plain HTTP/2: an interim at each half second, a final at the end or each second. */
export async function startGoogleStandIn(
  text: string,
  options: { refuse?: string; finalEveryMs?: number } = {},
): Promise<GoogleStandIn> {
  const tokens: string[] = []
  const configs: Uint8Array[] = []
  const server = createServer()
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    tokens.push(String(headers.authorization).replace('Bearer ', ''))
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    const status = options.refuse
      ? { 'grpc-status': '7', 'grpc-message': encodeURIComponent(options.refuse) }
      : { 'grpc-status': '0' }
    stream.on('wantTrailers', () => stream.sendTrailers(status))
    stream.on('error', () => {})
    if (options.refuse) {
      stream.end()
      return
    }
    let held = Buffer.alloc(0)
    let samples = 0
    let sent = 0
    stream.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      while (held.length >= 5 && held.length >= 5 + held.readUInt32BE(1)) {
        const size = held.readUInt32BE(1)
        for (const field of readFields(held.subarray(5, 5 + size))) {
          if (field.number === 1) configs.push(field.bytes.slice())
          else samples += field.bytes.length / 2
        }
        held = held.subarray(5 + size)
      }
      const ms = samples / SAMPLES_PER_MS
      if (options.finalEveryMs && ms - sent >= options.finalEveryMs) {
        sent = ms
        stream.write(frame(response(text, true, ms)))
      } else if (ms - sent >= 500) stream.write(frame(response(text.split(' ')[0]!, false, ms)))
    })
    stream.on('end', () => {
      if (!options.finalEveryMs) stream.write(frame(response(text, true, samples / SAMPLES_PER_MS)))
      stream.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    configs,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
