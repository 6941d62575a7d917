import type { Sound } from '../audio/sound'
import { inspectModel } from '../models/model-folder'
import type { RecognizerPool } from '../pool/recognizer-pool'
import type { JobRequest } from '../pool/worker-lane'
import { SpeechError } from '../speech-error'
import type { VoiceActivity } from '../voice-activity'
import type { VoiceSpan } from '../voice-span'
import type { DiarizeOptions, Diarizer, SpeakerTurn, VoicePrint } from './diarizer'

async function stateOf(pool: RecognizerPool, ids: readonly ('silero' | 'speaker')[]) {
  for (const id of ids) {
    const state = await inspectModel(pool.root, id)
    if (!state.ok) return { available: false, reason: state.reason }
  }
  return { available: true }
}

let jobs = 0

async function inBackground<T>(
  pool: RecognizerPool,
  signal: AbortSignal | undefined,
  work: (request: JobRequest) => Promise<T>,
) {
  const key = `background-${++jobs}`
  const cancelled = new SpeechError('aborted', 'The work was cancelled')
  if (signal?.aborted) throw cancelled
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      pool.cancel(key)
      reject(cancelled)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work({ priority: 'batch', streamKey: key, signal }), aborted])
  } finally {
    if (stop) signal?.removeEventListener('abort', stop)
  }
}

/** Several channels are distinguished by their channel, one channel by its voices. */
export class XVectorDiarizer implements Diarizer {
  readonly #pool: RecognizerPool

  constructor(pool: RecognizerPool) {
    this.#pool = pool
  }

  availability() {
    return stateOf(this.#pool, ['silero', 'speaker'])
  }

  async diarize(channels: readonly Sound[], options: DiarizeOptions = {}): Promise<SpeakerTurn[]> {
    const state = await this.availability()
    if (!state.available) throw new SpeechError('unavailable', state.reason ?? 'Diarization is not available')
    if (channels.length > 1) return this.#byChannel(channels, options)
    const sound = channels[0]
    if (!sound) return []
    const found = await inBackground(this.#pool, options.signal, request =>
      this.#pool.run('diarize', { sound, speakers: options.speakers }, request),
    )
    return found?.turns ?? []
  }

  async print(sound: Sound, signal?: AbortSignal): Promise<VoicePrint | undefined> {
    const found = await inBackground(this.#pool, signal, request =>
      this.#pool.run('print', { sound }, request),
    )
    return found?.print
  }

  async #byChannel(channels: readonly Sound[], options: DiarizeOptions): Promise<SpeakerTurn[]> {
    const voice = new SileroVoiceActivity(this.#pool)
    const spans = await Promise.all(channels.map(sound => voice.detect(sound, options.signal)))
    const turns = spans.flatMap((own, channel) => own.map(span => ({ channel, ...span })))
    turns.sort((a, b) => a.startMs - b.startMs)
    const names = new Map<number, string>()
    return turns.map(({ channel, startMs, endMs }) => {
      if (!names.has(channel)) names.set(channel, String(names.size + 1))
      return { speaker: names.get(channel)!, startMs, endMs }
    })
  }
}

export class SileroVoiceActivity implements VoiceActivity {
  readonly #pool: RecognizerPool

  constructor(pool: RecognizerPool) {
    this.#pool = pool
  }

  availability() {
    return stateOf(this.#pool, ['silero'])
  }

  async detect(sound: Sound, signal?: AbortSignal): Promise<VoiceSpan[]> {
    const found = await inBackground(this.#pool, signal, request =>
      this.#pool.run('voice', { sound }, request),
    )
    return found?.spans ?? []
  }
}
