import { SAMPLES_PER_MS, samplesToMs } from '@livetap/audio'
import {
  asSpeechError,
  type EngineRegistry,
  type RecognitionOptions,
  type RecognitionResult,
  type RecognitionStream,
  type SpeechError,
} from '@livetap/speech'
import type { TimeRange } from '@livetap/transcript'

export interface VoiceRecognizerListener {
  opened(elapsedMs: number): void
  interim(id: string, result: RecognitionResult): void
  final(id: string, result: RecognitionResult): void
  /** What was said in interims under this id will have no final. */
  dropped(id: string): void
  failed(error: SpeechError): void
  drained(): void
}

export interface VoiceRecognizerOptions {
  engines: EngineRegistry
  engine: string
  /** Asked at every opening: the language and the hints of the meeting change while it runs. */
  recognition: () => Omit<RecognitionOptions, 'startMs'>
  /** Makes the ids of its segments unique. */
  name: string
  listener: VoiceRecognizerListener
}

/** Sound that waits while the engine opens. */
const MAX_WAITING = 5_000 * SAMPLES_PER_MS
const RETRY_MS = 5_000
/** Streams of the engine that may work on their last words while another is opened. */
const MAX_ENDING = 3

interface Hearing {
  id: string
  startMs: number
  /** Where the sound ends that it was given. */
  untilMs: number
  /** Where its newest text ends, the interims' included. */
  textMs: number
  stream: RecognitionStream | undefined
  waiting: Int16Array[]
  waitingSamples: number
  opened: Promise<void>
  open: Set<string>
  over: boolean
}

/** Recognition of one voice: opened when it speaks, ended when it pauses, opened again elsewhere. */
export class VoiceRecognizer {
  #hearing: Hearing | undefined
  readonly #ending = new Map<Hearing, Promise<void>>()
  #deafUntil = 0
  /** Sound that came and will have no text from here: the engine failed, or it was not done when it had to be. */
  readonly unheard: TimeRange[]

  constructor(
    private readonly options: VoiceRecognizerOptions,
    unheard: readonly TimeRange[] = [],
  ) {
    this.unheard = [...unheard]
  }

  /** False asks for patience until `drained`; a caller that has none fails the engine's stream in the end. */
  hear(atMs: number, pcm: Int16Array): boolean {
    if (!this.#hearing) {
      // An engine that failed is not asked again at every frame.
      if (performance.now() < this.#deafUntil) {
        this.#missed(atMs, atMs + samplesToMs(pcm.length))
        return true
      }
      this.#hearing = this.#open(atMs)
    }
    const hearing = this.#hearing
    if (hearing.stream) {
      hearing.untilMs = atMs + samplesToMs(pcm.length)
      return hearing.stream.write(pcm)
    }
    hearing.untilMs = atMs + samplesToMs(pcm.length)
    hearing.waiting.push(pcm)
    hearing.waitingSamples += pcm.length
    return hearing.waitingSamples < MAX_WAITING
  }

  /** How much sound has no text yet, not even an interim's; undefined where nothing is heard or the engine cannot say. */
  get behindMs(): number | undefined {
    let most: number | undefined
    for (const { stream, untilMs, textMs } of this.#hearings()) {
      if (!stream?.settlesSilence) continue
      most = Math.max(most ?? 0, untilMs - Math.max(textMs, stream.settledMs))
    }
    return most
  }

  /** So many streams of the engine work on their last words that no other should be opened before `drained`. */
  get isCrowded(): boolean {
    return !this.#hearing && this.#ending.size >= MAX_ENDING
  }

  /** What is being said ends here; its final results still come. */
  pause(): void {
    const hearing = this.#hearing
    if (!hearing) return
    this.#hearing = undefined
    const ended = this.#end(hearing).finally(() => {
      this.#ending.delete(hearing)
      this.options.listener.drained()
    })
    this.#ending.set(hearing, ended)
  }

  /** Resolves when everything that was heard has been said. */
  async end(): Promise<void> {
    this.pause()
    await Promise.all(this.#ending.values())
  }

  /** Nothing more is said of what was heard; what has no text yet is `unheard`, and so is `rest`, which it never got. */
  forget(rest: readonly TimeRange[] = []): void {
    for (const hearing of this.#hearings()) {
      this.#unsettled(hearing)
      this.#close(hearing)
    }
    this.#hearing = undefined
    this.#ending.clear()
    for (const { startMs, endMs } of rest) this.#missed(startMs, endMs)
  }

  #hearings(): Hearing[] {
    return [...this.#ending.keys(), ...(this.#hearing ? [this.#hearing] : [])]
  }

  #unsettled(hearing: Hearing): void {
    const settledMs = Math.max(hearing.startMs, hearing.stream?.settledMs ?? hearing.startMs)
    this.#missed(settledMs, hearing.untilMs)
  }

  #missed(startMs: number, endMs: number): void {
    if (endMs <= startMs) return
    const last = this.unheard.at(-1)
    if (last && startMs <= last.endMs && endMs >= last.startMs)
      this.unheard[this.unheard.length - 1] = {
        startMs: Math.min(last.startMs, startMs),
        endMs: Math.max(last.endMs, endMs),
      }
    else this.unheard.push({ startMs, endMs })
  }

  #open(startMs: number): Hearing {
    const { engines, engine, recognition, name } = this.options
    const hearing: Hearing = {
      id: `${name}-${Math.round(startMs)}`,
      startMs,
      untilMs: startMs,
      textMs: startMs,
      stream: undefined,
      waiting: [],
      waitingSamples: 0,
      opened: Promise.resolve(),
      open: new Set(),
      over: false,
    }
    const askedAt = performance.now()
    hearing.opened = engines
      .open(engine, { ...recognition(), startMs }, this.#listenerOf(hearing))
      .then(stream => {
        if (hearing.over) return stream.abort()
        hearing.stream = stream
        this.options.listener.opened(performance.now() - askedAt)
        for (const pcm of hearing.waiting.splice(0)) stream.write(pcm)
        hearing.waitingSamples = 0
        this.options.listener.drained()
      })
      .catch(error => this.#failed(hearing, asSpeechError(error)))
    return hearing
  }

  #listenerOf(hearing: Hearing) {
    const { listener } = this.options
    const idOf = (result: RecognitionResult) => `${hearing.id}-${result.segmentId}`
    return {
      interim: (result: RecognitionResult) => {
        if (hearing.over) return
        hearing.open.add(idOf(result))
        hearing.textMs = Math.max(hearing.textMs, result.endMs)
        listener.interim(idOf(result), result)
      },
      final: (result: RecognitionResult) => {
        if (hearing.over) return
        hearing.open.delete(idOf(result))
        hearing.textMs = Math.max(hearing.textMs, result.endMs)
        listener.final(idOf(result), result)
      },
      failed: (error: SpeechError) => this.#failed(hearing, error),
      drained: () => listener.drained(),
    }
  }

  async #end(hearing: Hearing): Promise<void> {
    await hearing.opened
    if (hearing.over) return
    await hearing.stream?.end().catch(error => this.#failed(hearing, asSpeechError(error)))
    this.#close(hearing)
  }

  #failed(hearing: Hearing, error: SpeechError): void {
    if (hearing.over) return
    this.#unsettled(hearing)
    this.#close(hearing)
    if (this.#hearing === hearing) this.#hearing = undefined
    this.#deafUntil = performance.now() + RETRY_MS
    this.options.listener.failed(error)
    this.options.listener.drained()
  }

  #close(hearing: Hearing): void {
    if (hearing.over) return
    hearing.over = true
    hearing.stream?.abort()
    hearing.waiting = []
    for (const id of hearing.open) this.options.listener.dropped(id)
  }
}
