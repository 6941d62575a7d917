import { SAMPLE_RATE_HZ, SAMPLES_PER_MS, samplesToMs } from '@livetap/audio'
import type { TimeRange } from '@livetap/transcript'
import { silenceOffTheRecord } from '../room/off-the-record'
import type { VoiceRecognizer } from './voice-recognizer'

export interface RecognitionFeedOptions {
  recognizer: Pick<VoiceRecognizer, 'write' | 'pause' | 'isCrowded' | 'isIdle'>
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
  /** Given once already, and given again when the recogniser is between two stretches. */
  #returned: Stretch[] = []
  /** Sound before this place is not in the storage. */
  #unrecordedUntil = 0
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
    return samplesToMs(
      [...this.#returned, ...this.#stretches].reduce((sum, { next, end }) => sum + end - next, 0),
    )
  }

  push(start: number, pcm: Int16Array, isRecorded: boolean): void {
    if (this.#isClosed || pcm.length === 0) return
    const last = this.#stretches.at(-1)
    if (last?.isOpen && last.end === start) last.end += pcm.length
    else {
      this.pause()
      this.#stretches.push({ next: start, end: start + pcm.length, isOpen: true })
    }
    if (!isRecorded) this.#unrecordedUntil = start + pcm.length
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

  /** Sound that was given and has got no text is given again; false where it is not there any more. */
  giveAgain({ startMs, endMs }: TimeRange): boolean {
    const [next, end] = [this.#placeOf(startMs), this.#placeOf(endMs)]
    if (this.#isClosed || next < this.#unrecordedUntil) return false
    if (next < end) this.#returned.push({ next, end, isOpen: false })
    return true
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
    if (this.#isEmpty || this.#isClosed) return
    await new Promise<void>(resolve => this.#emptied.push(resolve))
  }

  /** Gives nothing more; answers what was not given. */
  close(): TimeRange[] {
    this.#isClosed = true
    const rest = [...this.#returned, ...this.#stretches].filter(({ next, end }) => next < end)
    this.#returned = []
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
      for (let stretch = this.#first(); stretch; stretch = this.#first()) {
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

  /** What is given next. */
  #first(): Stretch | undefined {
    if (this.#returned.length > 0 && this.options.recognizer.isIdle) {
      for (const back of this.#returned.splice(0).reverse()) {
        const [first] = this.#stretches
        // Of one piece with what follows: it is recognised as one.
        if (first && first.next === back.end) first.next = back.next
        else this.#stretches.unshift(back)
      }
    }
    return this.#stretches[0]
  }

  get #isEmpty(): boolean {
    return this.#stretches.length === 0 && this.#returned.length === 0
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
      // Meanwhile the recogniser may have failed, and given sound back.
      const { recognizer } = this.options
      const isWanted = stretch.next === from && !this.#isBusy && !recognizer.isCrowded
      if (!this.#isClosed && isWanted) this.#write(stretch, { start: from, pcm })
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

  #placeOf(ms: number): number {
    return Math.max(0, Math.round((ms - this.options.anchorMs) * SAMPLES_PER_MS))
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
    if (this.#isEmpty) for (const resolve of this.#emptied.splice(0)) resolve()
  }
}
