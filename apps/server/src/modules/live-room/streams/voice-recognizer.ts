import { SAMPLES_PER_MS, samplesToMs } from '@livetap/audio'
import {
  asSpeechError,
  type EngineRegistry,
  type RecognitionEvent,
  type RecognitionOptions,
  type RecognitionStream,
  type SpeechError,
  type SpeechErrorReason,
} from '@livetap/speech'
import type { TimeRange } from '@livetap/transcript'

/** What recognition of a voice reports. The segments of its results have ids that no other voice has. */
export type VoiceEvent =
  | RecognitionEvent
  | { type: 'opened'; elapsedMs: number }
  /** Sound that the engine was given. */
  | ({ type: 'transcribed' } & TimeRange)
  /** The interims of this segment will have no final. */
  | { type: 'dropped'; segmentId: string }

export interface VoiceRecognizerOptions {
  engines: EngineRegistry
  engine: string
  /** Asked at every opening: the language and the hints of the meeting change while it runs. */
  recognition: () => Omit<RecognitionOptions, 'startMs'>
  /** Makes the ids of its segments unique. */
  name: string
  on: (event: VoiceEvent) => void
  /** Sound without text, after a failure that may pass: true if it is given to the recogniser again, after a while. */
  giveAgain?: (range: TimeRange) => boolean
}

/** Sound that waits while the engine opens. */
const MAX_WAITING = 5_000 * SAMPLES_PER_MS
const RETRY_MS = 5_000
/** What another attempt may not meet; a server that closes, an engine that is missing, are met again. */
const passing: ReadonlySet<SpeechErrorReason> = new Set([
  'capacity',
  'user_limit',
  'crashed',
  'timeout',
  'overflow',
  'remote',
])
/** Of them those that say nothing about the sound. */
const crowding: ReadonlySet<SpeechErrorReason> = new Set(['capacity', 'user_limit'])
/** Sound at which the engine fails so often is left to the recognition after the call. */
const MAX_ATTEMPTS = 3
/** Streams of the engine that may work on their last words while another is opened. */
const MAX_ENDING = 3

interface RecognitionSession {
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
  #session: RecognitionSession | undefined
  readonly #ending = new Map<RecognitionSession, Promise<void>>()
  #retryAt = 0
  /** What failed is tried again at that time. */
  #isHeld = false
  #isEnding = false
  /** How often it failed before it came further than this. */
  #failures = { atMs: Number.NEGATIVE_INFINITY, count: 0 }
  /** Sound that came and will have no text from here: the engine failed, or it was not done when it had to be. */
  readonly pendingRanges: TimeRange[]

  constructor(
    private readonly options: VoiceRecognizerOptions,
    pendingRanges: readonly TimeRange[] = [],
  ) {
    this.pendingRanges = [...pendingRanges]
  }

  /** False asks the caller to wait until `drained`; a caller that does not wait fails the engine's stream. */
  write(atMs: number, pcm: Int16Array): boolean {
    if (!this.#session) {
      // An engine that failed is not asked again at every frame.
      if (performance.now() < this.#retryAt) {
        this.#missed(atMs, atMs + samplesToMs(pcm.length))
        return true
      }
      this.#session = this.#open(atMs)
    }
    const session = this.#session
    session.untilMs = atMs + samplesToMs(pcm.length)
    this.options.on({ type: 'transcribed', startMs: atMs, endMs: session.untilMs })
    if (session.stream) return session.stream.write(pcm)
    session.waiting.push(pcm)
    session.waitingSamples += pcm.length
    return session.waitingSamples < MAX_WAITING
  }

  /** How much sound has no text yet, not even an interim's; undefined where nothing is recognised or the engine cannot say. */
  get behindMs(): number | undefined {
    let most: number | undefined
    for (const { stream, untilMs, textMs } of this.#sessions()) {
      if (!stream?.settlesSilence) continue
      most = Math.max(most ?? 0, untilMs - Math.max(textMs, stream.settledMs))
    }
    return most
  }

  /** So many streams of the engine work on their last words that no other should be opened before `drained`. */
  get isCrowded(): boolean {
    return !this.#session && (this.#ending.size >= MAX_ENDING || this.isHeld)
  }

  /** The engine has failed and is tried again in a moment; not at the end, where what has no text gets it afterwards. */
  get isHeld(): boolean {
    return this.#isHeld && !this.#isEnding && performance.now() < this.#retryAt
  }

  /** Nothing is being said to it. */
  get isIdle(): boolean {
    return !this.#session
  }

  /** No more sound will come than is there: a failure from now on leaves it to the recognition after the call. */
  finish(): void {
    this.#isEnding = true
  }

  /** What is being said ends here; its final results still come. */
  pause(): void {
    const session = this.#session
    if (!session) return
    this.#session = undefined
    const ended = this.#end(session).finally(() => {
      this.#ending.delete(session)
      this.options.on({ type: 'drained' })
    })
    this.#ending.set(session, ended)
  }

  /** Resolves when all results were sent. */
  async end(): Promise<void> {
    this.pause()
    await Promise.all(this.#ending.values())
  }

  /** Sends no more results; what has no text yet becomes `pendingRanges`, and so does `rest`, which it never received. */
  forget(rest: readonly TimeRange[] = []): void {
    for (const session of this.#sessions()) {
      this.#unsettled(session)
      this.#close(session)
    }
    this.#session = undefined
    this.#ending.clear()
    for (const { startMs, endMs } of rest) this.#missed(startMs, endMs)
  }

  #sessions(): RecognitionSession[] {
    return [...this.#ending.keys(), ...(this.#session ? [this.#session] : [])]
  }

  #unsettled(session: RecognitionSession): void {
    this.#missed(settledMsOf(session), session.untilMs)
  }

  #missed(startMs: number, endMs: number): void {
    if (endMs <= startMs) return
    const last = this.pendingRanges.at(-1)
    if (last && startMs <= last.endMs && endMs >= last.startMs)
      this.pendingRanges[this.pendingRanges.length - 1] = {
        startMs: Math.min(last.startMs, startMs),
        endMs: Math.max(last.endMs, endMs),
      }
    else this.pendingRanges.push({ startMs, endMs })
  }

  #open(startMs: number): RecognitionSession {
    const { engines, engine, recognition, name } = this.options
    const session: RecognitionSession = {
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
    session.opened = engines
      .open(engine, { ...recognition(), startMs }, event => this.#handle(session, event))
      .then(stream => {
        if (session.over) return stream.abort()
        session.stream = stream
        this.options.on({ type: 'opened', elapsedMs: performance.now() - askedAt })
        for (const pcm of session.waiting.splice(0)) stream.write(pcm)
        session.waitingSamples = 0
        this.options.on({ type: 'drained' })
      })
      .catch(error => this.#failed(session, asSpeechError(error)))
    return session
  }

  #handle(session: RecognitionSession, event: RecognitionEvent): void {
    switch (event.type) {
      case 'interim':
      case 'final': {
        if (session.over) return
        const { type, result } = event
        const segmentId = `${session.id}-${result.segmentId}`
        if (type === 'interim') session.open.add(segmentId)
        else session.open.delete(segmentId)
        session.textMs = Math.max(session.textMs, result.endMs)
        this.options.on({ ...event, result: { ...result, segmentId } })
        return
      }
      case 'failed':
        this.#failed(session, event.error)
        return
      case 'drained':
        this.options.on(event)
        return
      default:
        event satisfies never
    }
  }

  async #end(session: RecognitionSession): Promise<void> {
    await session.opened
    if (session.over) return
    await session.stream?.end().catch(error => this.#failed(session, asSpeechError(error)))
    this.#close(session)
  }

  #failed(session: RecognitionSession, error: SpeechError): void {
    if (session.over) return
    this.#isHeld = !this.#isEnding && passing.has(error.reason)
    if (!this.#isHeld || !this.#isGivenAgain(session, error)) this.#unsettled(session)
    this.#close(session)
    if (this.#session === session) this.#session = undefined
    this.#retryAt = performance.now() + RETRY_MS
    this.options.on({ type: 'failed', error })
    this.options.on({ type: 'drained' })
  }

  #isGivenAgain(session: RecognitionSession, { reason }: SpeechError): boolean {
    const startMs = settledMsOf(session)
    const { atMs, count } = this.#failures
    const hasComeOn = startMs > atMs
    const attempts = crowding.has(reason) ? 0 : hasComeOn ? 1 : count + 1
    this.#failures = { atMs: Math.max(atMs, startMs), count: attempts }
    if (attempts >= MAX_ATTEMPTS) return false
    return this.options.giveAgain?.({ startMs, endMs: session.untilMs }) ?? false
  }

  #close(session: RecognitionSession): void {
    if (session.over) return
    session.over = true
    session.stream?.abort()
    session.waiting = []
    for (const segmentId of session.open) this.options.on({ type: 'dropped', segmentId })
  }
}

const settledMsOf = ({ startMs, stream }: RecognitionSession) =>
  Math.max(startMs, stream?.settledMs ?? startMs)
