import { SpeechError } from '../speech-error'
import {
  type EmbedRequest,
  MAX_TEXTS,
  type TextEmbedder,
  type TextEmbedderAvailability,
  toUnitLength,
} from './text-embedder'

export interface RemoteEmbedderOptions {
  /** Of an OpenAI-compatible service, with or without `/v1/embeddings` at its end. */
  url: string
  key?: string
  model: string
  dimensions: number
  timeoutMs?: number
}

const MAX_RUNNING = 4
const MAX_WAITING = 64
/** A service that failed is left alone this long before passages are sent to it again. */
const REST_MS = 30_000

interface Answer {
  data?: { index?: unknown; embedding?: unknown }[]
}

/** Any server with OpenAI's `/v1/embeddings`. */
export class RemoteEmbedder implements TextEmbedder {
  readonly space: string
  readonly dimensions: number
  readonly #options: RemoteEmbedderOptions
  readonly #address: string
  readonly #waiting: (() => void)[] = []
  readonly #closing = new AbortController()
  #running = 0
  #failure: { reason: string; at: number } | undefined

  constructor(options: RemoteEmbedderOptions) {
    this.#options = options
    this.#address = addressOf(options.url)
    this.dimensions = options.dimensions
    this.space = `${options.model}/${options.dimensions}`
  }

  async availability(): Promise<TextEmbedderAvailability> {
    const failure = this.#failure
    if (!failure || performance.now() - failure.at >= REST_MS) return { available: true }
    return { available: false, reason: failure.reason }
  }

  async embed(texts: readonly string[], { priority, signal }: EmbedRequest): Promise<Float32Array[]> {
    if (texts.length > MAX_TEXTS) throw new SpeechError('overflow', `At most ${MAX_TEXTS} texts at once`)
    if (texts.length === 0) return []
    await this.#turn(priority)
    try {
      const vectors = await this.#ask(texts, signal)
      this.#failure = undefined
      return vectors
    } catch (error) {
      const failure = this.#asFailure(error, signal)
      if (failure.reason === 'remote' || failure.reason === 'timeout')
        this.#failure = { reason: failure.message, at: performance.now() }
      throw failure
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    for (const next of this.#waiting.splice(0)) next()
  }

  async #turn(priority: EmbedRequest['priority']): Promise<void> {
    if (this.#running >= MAX_RUNNING) {
      if (this.#waiting.length >= MAX_WAITING)
        throw new SpeechError('capacity', 'Too many texts wait for their embeddings')
      await new Promise<void>(resolve => {
        if (priority === 'question') this.#waiting.unshift(resolve)
        else this.#waiting.push(resolve)
      })
    }
    this.#running += 1
    if (!this.#closing.signal.aborted) return
    this.#running -= 1
    throw new SpeechError('closed', 'The embedder is closed')
  }

  async #ask(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const { key, model, dimensions, timeoutMs = 15_000 } = this.#options
    const limits = [AbortSignal.timeout(timeoutMs), this.#closing.signal, ...(signal ? [signal] : [])]
    const answer = await fetch(this.#address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input: texts, dimensions, encoding_format: 'float' }),
      signal: AbortSignal.any(limits),
      redirect: 'error',
    })
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    return this.#vectorsOf((await answer.json()) as Answer, texts.length)
  }

  #vectorsOf({ data }: Answer, count: number): Float32Array[] {
    if (!Array.isArray(data) || data.length !== count)
      throw new Error(`it sent ${Array.isArray(data) ? data.length : 'no'} embeddings for ${count} texts`)
    const vectors: Float32Array[] = []
    for (const [at, { index = at, embedding }] of data.entries()) {
      const isVector = Array.isArray(embedding) && embedding.every(Number.isFinite)
      if (!isVector || typeof index !== 'number' || vectors[index] || !(index >= 0 && index < count))
        throw new Error('it sent an embedding that cannot be read')
      if (embedding.length !== this.dimensions)
        throw new Error(
          `it sent ${embedding.length} dimensions, and LIVETAP_EMBEDDINGS_DIMENSIONS is ${this.dimensions}`,
        )
      vectors[index] = toUnitLength(Float32Array.from(embedding as number[]))
    }
    return vectors
  }

  #asFailure(error: unknown, signal: AbortSignal | undefined): SpeechError {
    if (this.#closing.signal.aborted) return new SpeechError('closed', 'The embedder is closed')
    if (signal?.aborted) return new SpeechError('aborted', 'The embedding was aborted', { cause: error })
    const { name, message } = error as Error
    const late = name === 'TimeoutError'
    const what = late ? 'it did not answer in time' : message
    const reason = late ? 'timeout' : 'remote'
    return new SpeechError(reason, `The embedding server failed: ${what}`, { cause: error })
  }
}

function addressOf(url: string): string {
  const base = url.replace(/\/+$/, '')
  if (base.endsWith('/embeddings')) return base
  return base.endsWith('/v1') ? `${base}/embeddings` : `${base}/v1/embeddings`
}
