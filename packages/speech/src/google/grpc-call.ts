import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { SpeechError } from '../speech-error'

const FRAME_HEAD = 5
const MAX_FRAME = 4 << 20

export interface GrpcListener {
  message(bytes: Uint8Array): void
  /** The call is over; an error unless it ended well. */
  ended(error?: SpeechError): void
  drained(): void
}

/** One two-way gRPC call over HTTP/2: length-prefixed messages, the status in the trailers. */
export class GrpcCall {
  readonly #listener: GrpcListener
  readonly #session: ClientHttp2Session
  readonly #stream: ClientHttp2Stream
  #buffered = Buffer.alloc(0)
  #over = false
  #status: { code: number; message: string } | undefined

  constructor(endpoint: string, path: string, token: string, listener: GrpcListener) {
    this.#listener = listener
    this.#session = connect(endpoint)
    this.#session.on('error', error => this.#finish(error.message))
    this.#session.setTimeout(60_000, () => this.#finish('no answer for a minute'))
    this.#stream = this.#session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: path,
      [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
      [constants.HTTP2_HEADER_TE]: 'trailers',
      authorization: `Bearer ${token}`,
    })
    const noteStatus = (headers: Record<string, unknown>) => {
      if (headers['grpc-status'] === undefined) return
      const message = decodeURIComponent(String(headers['grpc-message'] ?? ''))
      this.#status = { code: Number(headers['grpc-status']), message }
    }
    this.#stream.on('response', headers => {
      noteStatus(headers)
      const code = headers[constants.HTTP2_HEADER_STATUS]
      if (Number(code) !== 200) this.#status = { code: 2, message: `HTTP status ${code}` }
    })
    this.#stream.on('trailers', noteStatus)
    this.#stream.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#stream.on('drain', () => this.#listener.drained())
    this.#stream.on('error', error => this.#finish(error.message))
    this.#stream.on('close', () =>
      this.#finish(this.#status?.code === 0 ? undefined : (this.#status?.message ?? 'cut off')),
    )
  }

  get waitingBytes(): number {
    return this.#stream.writableLength
  }

  send(message: Uint8Array): void {
    if (this.#over || this.#stream.writableEnded) return
    const head = Buffer.alloc(FRAME_HEAD)
    head.writeUInt32BE(message.length, 1)
    this.#stream.write(Buffer.concat([head, message]))
  }

  end(): void {
    this.#stream.end()
  }

  cancel(): void {
    this.#over = true
    this.#stream.close(constants.NGHTTP2_CANCEL)
    this.#session.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#buffered = Buffer.concat([this.#buffered, chunk])
    while (this.#buffered.length >= FRAME_HEAD) {
      const size = this.#buffered.readUInt32BE(1)
      if (size > MAX_FRAME) {
        this.#finish('a message is too large')
        return
      }
      if (this.#buffered.length < FRAME_HEAD + size) return
      const message = this.#buffered.subarray(FRAME_HEAD, FRAME_HEAD + size)
      this.#buffered = this.#buffered.subarray(FRAME_HEAD + size)
      if (!this.#over) this.#listener.message(message)
    }
  }

  #finish(failure?: string): void {
    if (this.#over) return
    this.#over = true
    this.#session.close()
    setTimeout(() => this.#session.destroy(), 1_000).unref()
    this.#listener.ended(
      failure === undefined ? undefined : new SpeechError('remote', `Google Speech: ${failure}`),
    )
  }
}
