import { SAMPLE_RATE_HZ, samplesToMs } from '@livetap/audio'
import type { TimeRange } from '@livetap/transcript'
import { silenceOffTheRecord } from '../room/off-the-record'
import type { VoiceRecognizer } from './voice-recognizer'

export interface RecognitionFeedOptions {
  recognizer: Pick<VoiceRecognizer, 'write' | 'pause' | 'isCrowded'>
  /** Of the stream's first sample on the meeting's clock. */
  anchorMs: number
  /** Stored sound between two places of the stream. */
  read: (from: number, to: number) => Promise<Int16Array>
  offTheRecord: readonly TimeRange[]
  /** What is recognised has nowhere to go at present. */
  isBlocked: () => boolean
  /** Reading failed, for the first time in a row: it is tried again. */
  onFailure: (error: unknown) => void
}

/** Sound that stays in memory for an engine that is a little behind; older sound is read from the storage again. */
const RECENT_SAMPLES = 10 * SAMPLE_RATE_HZ
/** The same for sound that is not recorded, so that there is no storage to read it from. */
const UNRECORDED_SAMPLES = 60 * SAMPLE_RATE_HZ
/** Read from the storage at once. */
const WINDOW = 4 * SAMPLE_RATE_HZ

/** Sound that belongs together. Between two of them recognition pauses. */
interface Stretch {
  /** Everything before it was given. */
  next: number
  end: number
  /** More may come. */
  isOpen: boolean
}

interface Frame {
  start: number
  pcm: Int16Array
}

/**
 * Hands a stream's sound to its recogniser, in order and never faster than the engine takes it. It keeps no sound
 * waiting: what the engine has no place for lies in the storage, and is read from there when the engine has caught up.
 */
export class RecognitionFeed {
  #stretches: Stretch[] = []
  #recent: Frame[] = []
  #recentSamples = 0
  #isBusy = false
  #isRunning = false
  #isReading = false
  #hasFailed = false
  #isClosed = false
  #emptied: (() => void)[] = []

  constructor(private readonly options: RecognitionFeedOptions) {}

  /** Sound that the recogniser was not given yet. */
  get waitingMs(): number {
    return samplesToMs(this.#stretches.reduce((sum, { next, end }) => sum + end - next, 0))
  }

  push(start: number, pcm: Int16Array, isRecorded: boolean): void {
    if (this.#isClosed || pcm.length === 0) return
    const last = this.#stretches.at(-1)
    if (last?.isOpen && last.end === start) last.end += pcm.length
    else {
      this.pause()
      this.#stretches.push({ next: start, end: start + pcm.length, isOpen: true })
    }
    this.#remember({ start, pcm }, isRecorded ? RECENT_SAMPLES : UNRECORDED_SAMPLES)
    this.pump()
  }

  /** Sound that is stored already; what comes next goes on behind it. */
  pushStored(from: number, to: number): void {
    if (this.#isClosed || to <= from) return
    this.pause()
    this.#stretches.push({ next: from, end: to, isOpen: true })
    this.pump()
  }

  /** What is being said ends here. */
  pause(): void {
    const last = this.#stretches.at(-1)
    if (!last?.isOpen) return
    last.isOpen = false
    this.pump()
  }

  /** The engine may take more. */
  drained(): void {
    this.#isBusy = false
    this.pump()
  }

  /** Resolves when the recogniser has been given everything. */
  async flushed(): Promise<void> {
    if (this.#stretches.length === 0 || this.#isClosed) return
    await new Promise<void>(resolve => this.#emptied.push(resolve))
  }

  /** Gives nothing more; answers what was not given. */
  close(): TimeRange[] {
    this.#isClosed = true
    const rest = this.#stretches.filter(({ next, end }) => next < end)
    this.#stretches = []
    this.#recent = []
    this.#whenEmpty()
    return rest.map(({ next, end }) => ({ startMs: this.#msOf(next), endMs: this.#msOf(end) }))
  }

  /** Gives what can be given now. */
  pump(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let stretch = this.#stretches[0]; stretch; stretch = this.#stretches[0]) {
        if (stretch.next === stretch.end) {
          if (stretch.isOpen) return
          this.#stretches.shift()
          this.options.recognizer.pause()
          // Another stream of the engine recognises what follows.
          this.#isBusy = false
          continue
        }
        const { recognizer, isBlocked } = this.options
        if (this.#isBusy || recognizer.isCrowded || isBlocked()) return
        const frame = this.#recentAt(stretch.next)
        if (!frame) {
          void this.#readAhead(stretch)
          return
        }
        this.#write(stretch, frame)
      }
    } finally {
      // While it reads it is still running.
      if (!this.#isReading) this.#isRunning = false
      this.#whenEmpty()
    }
  }

  async #readAhead(stretch: Stretch): Promise<void> {
    this.#isReading = true
    const from = stretch.next
    const to = Math.min(
      stretch.end,
      from + WINDOW,
      this.#recent.find(one => one.start > from)?.start ?? stretch.end,
    )
    try {
      const pcm = await this.options.read(from, to)
      this.#hasFailed = false
      if (!this.#isClosed) this.#write(stretch, { start: from, pcm })
    } catch (error) {
      if (!this.#hasFailed) this.options.onFailure(error)
      this.#hasFailed = true
      return
    } finally {
      this.#isReading = false
      this.#isRunning = false
    }
    this.pump()
  }

  #write(stretch: Stretch, { start, pcm }: Frame): void {
    const fresh = pcm.subarray(stretch.next - start, stretch.end - start)
    const atMs = this.#msOf(stretch.next)
    silenceOffTheRecord(fresh, atMs, this.options.offTheRecord)
    stretch.next += fresh.length
    this.#isBusy = !this.options.recognizer.write(atMs, fresh)
  }

  #msOf(place: number): number {
    return this.options.anchorMs + samplesToMs(place)
  }

  #remember(frame: Frame, most: number): void {
    this.#recent.push(frame)
    this.#recentSamples += frame.pcm.length
    while (this.#recentSamples > most) this.#recentSamples -= this.#recent.shift()!.pcm.length
  }

  /** The frame at this place, if it is in memory; what lies before it is not needed any more. */
  #recentAt(place: number): Frame | undefined {
    for (let first = this.#recent[0]; first && first.start <= place; first = this.#recent[0]) {
      if (place < first.start + first.pcm.length) return first
      this.#recent.shift()
      this.#recentSamples -= first.pcm.length
    }
    return undefined
  }

  #whenEmpty(): void {
    if (this.#stretches.length === 0) for (const resolve of this.#emptied.splice(0)) resolve()
  }
}
