import {
  texts,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_CHUNK_TIMEOUT_MS,
  type UploadSession,
  uploadPercent,
} from '@livetap/contract'
import { ApiError, errorFromAnswer } from '../api-error'
import type { RetryPolicy } from '../retry'
import { Scope } from '../scope'
import { type ChunkAnswer, nextStart, type PutChunk } from './put-chunk'
import type { UploadControl } from './upload-control'

/** What an upload is doing. `reconnecting` waits before it asks the server how far it got. */
export type UploadPhase = 'uploading' | 'paused' | 'reconnecting'

export interface SendOptions {
  signal: AbortSignal
  /** Whole percent of the file, counting what is under way. */
  onPercent?: (percent: number) => void
  onPhase?: (phase: UploadPhase) => void
  control?: UploadControl
}

export interface ChunkSenderParts {
  putChunk: PutChunk
  url: string
  /** Null where the bearer must not go. */
  token: () => string | null
  renew: (rejected: string) => Promise<boolean>
  retry: RetryPolicy
}

type Next =
  | { kind: 'done' }
  /** Null: ask first. */
  | { kind: 'on'; start: number | null }
  | { kind: 'again'; error: ApiError; retryAfterMs: number }

/** One file into one session, chunk after chunk, for as long as the connection can be had back. */
export class ChunkSender {
  #phase: UploadPhase | undefined
  #attempt = 0
  #furthest = 0
  #renewed: string | undefined

  constructor(
    private readonly parts: ChunkSenderParts,
    private readonly file: Blob,
    private readonly options: SendOptions,
  ) {}

  async send(session: UploadSession): Promise<void> {
    const range = session.next_byte_range
    const chunkBytes = range ? range.end - range.start + 1 : UPLOAD_CHUNK_BYTES
    let start: number | null = range?.start ?? 0
    this.#furthest = start
    for (;;) {
      this.#throwIfCancelled()
      if (this.options.control?.paused) await this.#untilOpen(this.options.control)
      this.#enter('uploading')
      const next = await this.#step(start, Math.max(1, chunkBytes))
      if (next.kind === 'done') return this.options.onPercent?.(100)
      if (next.kind === 'again') await this.#waitAfter(next)
      start = next.kind === 'on' ? next.start : null
    }
  }

  async #step(start: number | null, chunkBytes: number): Promise<Next> {
    const { size } = this.file
    const end = start === null ? 0 : Math.min(start + chunkBytes, size)
    const token = this.parts.token()
    try {
      const answer = await this.#put(
        start === null || start >= size ? new Blob([]) : this.file.slice(start, end),
        start === null || start >= size ? `bytes */${size}` : `bytes ${start}-${end - 1}/${size}`,
        token,
        start,
      )
      return await this.#read(answer, token, start !== null && start < size)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (this.options.signal.aborted) throw error
      // Paused: what was under way is kept by the server, which is asked before it goes on.
      if (error.reason === 'cancelled') return { kind: 'on', start: null }
      if (error.reason !== 'network' && error.reason !== 'timeout') throw error
      return { kind: 'again', error, retryAfterMs: 0 }
    }
  }

  async #put(
    body: Blob,
    contentRange: string,
    token: string | null,
    start: number | null,
  ): Promise<ChunkAnswer> {
    const scope = new Scope()
    try {
      const stop = scope.abortController(this.options.signal)
      const { control } = this.options
      if (control) scope.add(control.subscribe(() => control.paused && stop.abort()))
      return await this.parts.putChunk({
        url: this.parts.url,
        body,
        contentRange,
        token,
        timeoutMs: UPLOAD_CHUNK_TIMEOUT_MS,
        signal: stop.signal,
        onSent: sent => {
          if (start === null || body.size === 0) return
          this.options.onPercent?.(uploadPercent(start, Math.min(sent, body.size), this.file.size))
        },
      })
    } finally {
      scope.dispose()
    }
  }

  async #read(answer: ChunkAnswer, token: string | null, sentBytes: boolean): Promise<Next> {
    const { status } = answer
    if (status === 200 || status === 201) return { kind: 'done' }
    if (status === 308 || status === 416) {
      const received = nextStart(answer.range)
      if (received > this.#furthest) {
        this.#furthest = received
        this.#attempt = 0
      } else if (sentBytes) {
        // A server that never holds more would otherwise be sent the same chunk for ever.
        return {
          kind: 'again',
          error: new ApiError('invalid_answer', 'The upload does not advance', { status }),
          retryAfterMs: 0,
        }
      }
      return { kind: 'on', start: received }
    }
    const error = errorFromAnswer(status, parse(answer.text), answer.headers)
    if (status === 401 && token !== null && this.#renewed !== token) {
      this.#renewed = token
      if (await this.parts.renew(token)) return { kind: 'on', start: null }
    }
    const passing = error.retryAfterMs !== undefined || status >= 500 || status === 408 || status === 429
    if (!passing) throw error
    return { kind: 'again', error, retryAfterMs: error.retryAfterMs ?? 0 }
  }

  #throwIfCancelled(): void {
    if (this.options.signal.aborted) throw new ApiError('cancelled', texts.access.callCancelled)
  }

  async #untilOpen(control: UploadControl): Promise<void> {
    this.#enter('paused')
    await control.whenOpen(this.options.signal).catch(() => this.#throwIfCancelled())
  }

  async #waitAfter({ error, retryAfterMs }: Extract<Next, { kind: 'again' }>): Promise<void> {
    this.#attempt += 1
    const delay = this.parts.retry(this.#attempt)
    if (delay === null) throw error
    this.#enter('reconnecting')
    // A pause ends the wait: the user decides when it goes on.
    const scope = Scope.until(this.options.signal)
    if (this.options.control) scope.add(this.options.control.subscribe(() => scope.dispose()))
    await scope.wait(Math.max(delay, retryAfterMs)).catch(() => {})
    scope.dispose()
  }

  #enter(phase: UploadPhase): void {
    if (phase === this.#phase) return
    this.#phase = phase
    this.options.onPhase?.(phase)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
