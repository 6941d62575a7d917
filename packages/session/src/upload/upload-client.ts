import {
  RECORDING_SIZE_HEADER,
  RECORDING_TYPE_HEADER,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_CHUNK_TIMEOUT_MS,
  type UploadCreateBody,
  type UploadSession,
  uploadPercent,
  uploadSessionSchema,
} from '@livetap/contract'
import type { ApiClient } from '../api-client'
import { ApiError, errorFromAnswer } from '../api-error'
import { nextStart } from './held-range'
import type { PutChunk } from './put-chunk'

export interface UploadOptions {
  signal: AbortSignal
  /** Whole percent of the file, counting what is under way. */
  onPercent?: (percent: number) => void
}

/** An upload as a screen sees it: a session for a file, then the file into that session. */
export interface UploadClient {
  createSession(body: UploadCreateBody, signal: AbortSignal): Promise<UploadSession>
  send(session: UploadSession, file: Blob, options: UploadOptions): Promise<void>
}

export interface ChunkedUploadOptions {
  api: ApiClient
  /** Where this page comes from: the bearer is never sent to an upload address of another origin. */
  origin: string
  token: () => string | null
  putChunk: PutChunk
}

/** Sends chunks one at a time, from where the server says it stands. */
export class ChunkedUploadClient implements UploadClient {
  readonly #options: ChunkedUploadOptions

  constructor(options: ChunkedUploadOptions) {
    this.#options = options
  }

  createSession(body: UploadCreateBody, signal: AbortSignal): Promise<UploadSession> {
    return this.#options.api.call('partner', {
      method: 'POST',
      path: '/web/recordings/meetings/upload',
      body,
      headers: { [RECORDING_SIZE_HEADER]: String(body.file_size), [RECORDING_TYPE_HEADER]: body.file_type },
      schema: uploadSessionSchema,
      signal,
    })
  }

  async send(session: UploadSession, file: Blob, options: UploadOptions): Promise<void> {
    const url = new URL(session.upload_url, this.#options.origin)
    const next = session.next_byte_range
    const chunkBytes = next ? next.end - next.start + 1 : UPLOAD_CHUNK_BYTES
    let start = next?.start ?? 0
    for (;;) {
      const end = Math.min(start + chunkBytes, file.size)
      const answer = await this.#options.putChunk({
        url: url.href,
        body: file.slice(start, end),
        contentRange: `bytes ${start}-${end - 1}/${file.size}`,
        token: url.origin === this.#options.origin ? this.#options.token() : null,
        timeoutMs: UPLOAD_CHUNK_TIMEOUT_MS,
        signal: options.signal,
        onSent: sent => options.onPercent?.(uploadPercent(start, Math.min(sent, end - start), file.size)),
      })
      if (answer.status === 200 || answer.status === 201) return options.onPercent?.(100)
      if (answer.status !== 308) throw errorFromAnswer(answer.status, parse(answer.text), answer.headers)
      const held = nextStart(answer.range)
      // A server that never holds more would otherwise be sent the same chunk for ever.
      if (held <= start) throw new ApiError('invalid-answer', 'The upload does not advance', { status: 308 })
      start = held
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
