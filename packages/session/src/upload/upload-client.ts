import {
  RECORDING_SIZE_HEADER,
  RECORDING_TYPE_HEADER,
  UPLOAD_CHUNK_BYTES,
  type UploadCreateBody,
  type UploadSession,
} from '@livetap/contract'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { createUpload } from '@livetap/contract/calls/uploads'
import type { ApiClient } from '../api-client'
import { ApiError } from '../api-error'
import { type RetryPolicy, retryWhenBusy, uploadRetryPolicy } from '../retry'
import { ChunkSender, type SendOptions } from './chunk-sender'
import { fileFingerprint, type UploadFile } from './file-fingerprint'
import { nextStart, type PutChunk } from './put-chunk'
import type { RememberedUploads } from './remembered-uploads'

export type UploadOptions = SendOptions

/** An upload as a screen sees it: a session for a file, then the file into that session. */
export interface UploadClient {
  /** With the file at hand an unfinished upload of it goes on instead of a new one. */
  createSession(body: UploadCreateBody, signal: AbortSignal, file?: UploadFile): Promise<UploadSession>
  send(session: UploadSession, file: Blob, options: UploadOptions): Promise<void>
  /** Gives up an unfinished upload for good: its meeting goes, and the file starts over next time. */
  discard?(session: UploadSession): Promise<void>
}

export interface ChunkedUploadOptions {
  api: ApiClient
  /** Where this page comes from: the bearer is never sent to an upload address of another origin. */
  origin: string
  token: () => string | null
  /** Called when a chunk is answered 401; true means that a newer token is there. */
  renew?: (rejected: string) => Promise<boolean>
  putChunk: PutChunk
  remembered?: RememberedUploads
  retry?: RetryPolicy
}

/** Asking after a session that may be long gone must not hold up a new one. */
const ASK_TIMEOUT_MS = 30_000

/** Sends chunks one at a time, from where the server says it stands, again and again while that helps. */
export class ChunkedUploadClient implements UploadClient {
  readonly #options: ChunkedUploadOptions

  constructor(options: ChunkedUploadOptions) {
    this.#options = options
  }

  async createSession(
    body: UploadCreateBody,
    signal: AbortSignal,
    file?: UploadFile,
  ): Promise<UploadSession> {
    const { remembered } = this.#options
    if (!remembered || !file) return await this.#create(body, signal)
    const fingerprint = await fileFingerprint(file, body)
    const unfinished = await this.#continued(remembered.find(fingerprint), file, signal)
    if (unfinished) return unfinished
    const session = await this.#create(body, signal)
    remembered.remember(fingerprint, session)
    return session
  }

  async send(session: UploadSession, file: Blob, options: UploadOptions): Promise<void> {
    const { putChunk, renew = async () => false, retry = uploadRetryPolicy, remembered } = this.#options
    const { url, token } = this.#target(session)
    try {
      await new ChunkSender({ putChunk, url, token, renew, retry }, file, options).send(session)
    } catch (error) {
      // Refused for good: coming back with the same file must not meet the same refusal.
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (refused && error.status !== 401) remembered?.forget(session.upload_url)
      throw error
    }
    remembered?.forget(session.upload_url)
  }

  async discard(session: UploadSession): Promise<void> {
    this.#options.remembered?.forget(session.upload_url)
    await this.#options.api.call(deleteMeeting, { params: { id: session.meeting_id } })
  }

  #create(body: UploadCreateBody, signal: AbortSignal): Promise<UploadSession> {
    const headers = {
      [RECORDING_SIZE_HEADER]: String(body.file_size),
      [RECORDING_TYPE_HEADER]: body.file_type,
    }
    const create = () => this.#options.api.call(createUpload, { headers, body }, { signal })
    return retryWhenBusy(create, this.#options.retry ?? uploadRetryPolicy, signal)
  }

  /** The remembered session with the range that is wanted next; nothing when it is over. */
  async #continued(
    session: UploadSession | undefined,
    file: Blob,
    signal: AbortSignal,
  ): Promise<UploadSession | undefined> {
    if (!session) return undefined
    const { url, token } = this.#target(session)
    const answer = await this.#options
      .putChunk({
        url,
        body: new Blob([]),
        contentRange: `bytes */${file.size}`,
        token: token(),
        timeoutMs: ASK_TIMEOUT_MS,
        signal,
        onSent: () => {},
      })
      .catch(error => {
        if (signal.aborted) throw error
        return undefined
      })
    if (answer?.status === 308 || answer?.status === 200) {
      const start = answer.status === 200 ? file.size : nextStart(answer.range)
      const chunkBytes = session.next_byte_range
        ? session.next_byte_range.end - session.next_byte_range.start + 1
        : UPLOAD_CHUNK_BYTES
      return { ...session, next_byte_range: { start, end: start + chunkBytes - 1 } }
    }
    if (answer) this.#options.remembered?.forget(session.upload_url)
    return undefined
  }

  #target(session: UploadSession): { url: string; token: () => string | null } {
    const url = new URL(session.upload_url, this.#options.origin)
    const isHome = url.origin === this.#options.origin
    return { url: url.href, token: () => (isHome ? this.#options.token() : null) }
  }
}
