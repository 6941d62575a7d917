import { type EngineAvailability, type SpeechEngine, speaksLanguage } from './engine'
import type { OnRecognition, RecognitionOptions, RecognitionStream } from './recognition'
import { SpeechError } from './speech-error'

export interface EngineEntry extends EngineAvailability {
  name: string
}

const unknown = (name: string) => new SpeechError('unavailable', `There is no engine named "${name}"`)

/** The engines of one server, by name; it owns and closes them. */
export class EngineRegistry {
  readonly #engines: Map<string, SpeechEngine>

  constructor(engines: readonly SpeechEngine[]) {
    this.#engines = new Map(engines.map(engine => [engine.name, engine]))
  }

  get(name: string): SpeechEngine | undefined {
    return this.#engines.get(name)
  }

  async list(): Promise<EngineEntry[]> {
    return Promise.all(
      [...this.#engines.values()].map(async engine => ({
        name: engine.name,
        ...(await this.#availabilityOf(engine)),
      })),
    )
  }

  /** Opens a stream on a named engine, or rejects with a `SpeechError` that says why not. */
  async open(name: string, options: RecognitionOptions, on: OnRecognition): Promise<RecognitionStream> {
    const engine = this.#engines.get(name)
    if (!engine) throw unknown(name)
    const availability = await this.#availabilityOf(engine)
    if (!availability.available) {
      throw new SpeechError('unavailable', availability.reason ?? `The engine "${name}" is not available`)
    }
    if (!speaksLanguage(availability, options.languageCode)) {
      throw new SpeechError(
        'unsupported_language',
        `The engine "${name}" does not know "${options.languageCode}"`,
      )
    }
    return engine.open(options, on)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#engines.values()].map(engine => engine.close()))
  }

  async #availabilityOf(engine: SpeechEngine): Promise<EngineAvailability> {
    try {
      return await engine.availability()
    } catch (error) {
      return { available: false, reason: (error as Error).message, languages: [], features: [] }
    }
  }
}
