import type { EngineAvailability, SpeechEngine } from '../engine'
import type { OnRecognition, RecognitionOptions, RecognitionStream } from '../recognition'
import { SpeechError } from '../speech-error'
import { type GoogleCredentials, readGoogleCredentials, signedToken } from './google-credentials'
import { GoogleStream } from './google-stream'

export interface GoogleEngineOptions {
  /** Path of a service account's key: `GOOGLE_APPLICATION_CREDENTIALS`. */
  credentials?: string
  endpoint?: string
  /** A stream may be open for five minutes there; ours goes on in a new one before. */
  rotateMs?: number
}

const AUDIENCE = 'https://speech.googleapis.com/'

/** Google Cloud Speech streaming with the user's own credentials. */
export class GoogleEngine implements SpeechEngine {
  readonly name = 'google'
  readonly #options: GoogleEngineOptions
  readonly #streams = new Set<GoogleStream>()

  constructor(options: GoogleEngineOptions) {
    this.#options = options
  }

  async availability(): Promise<EngineAvailability> {
    const none = { available: false, languages: [], features: [] }
    try {
      await this.#credentials()
      return {
        available: true,
        languages: [],
        features: ['interims', 'word-times', 'confidence', 'hints', 'diarization', 'punctuation'],
      }
    } catch (error) {
      return { ...none, reason: (error as Error).message }
    }
  }

  async open(options: RecognitionOptions, on: OnRecognition): Promise<RecognitionStream> {
    const credentials = await this.#credentials()
    if (options.languageCode === 'all') {
      throw new SpeechError('unsupported_language', 'Google Speech needs one language')
    }
    const { endpoint = 'https://speech.googleapis.com', rotateMs = 240_000 } = this.#options
    const token = () => signedToken(credentials, AUDIENCE, Math.floor(Date.now() / 1000))
    const stream = new GoogleStream({ endpoint, rotateMs, token }, options, on, () =>
      this.#streams.delete(stream),
    )
    this.#streams.add(stream)
    return stream
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) stream.abort()
  }

  async #credentials(): Promise<GoogleCredentials> {
    const path = this.#options.credentials
    if (!path)
      throw new SpeechError(
        'unavailable',
        'Set GOOGLE_APPLICATION_CREDENTIALS to the key of a service account',
      )
    try {
      return await readGoogleCredentials(path)
    } catch (error) {
      const why =
        (error as NodeJS.ErrnoException).code === 'ENOENT'
          ? 'there is no such file'
          : (error as Error).message
      throw new SpeechError('unavailable', `GOOGLE_APPLICATION_CREDENTIALS cannot be used: ${why}`)
    }
  }
}
