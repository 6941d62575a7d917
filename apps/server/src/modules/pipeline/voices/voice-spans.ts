import { SAMPLES_PER_MS } from '@livetap/audio'
import type { VoiceSpan } from '@livetap/speech'

const WINDOW_SAMPLES = 512
const WINDOW_MS = WINDOW_SAMPLES / SAMPLES_PER_MS
const OPEN = 0.5
const CLOSE = 0.35
/** A shorter silence does not part two spans. */
const MIN_SILENCE = Math.round(320 / WINDOW_MS)
const MIN_SPEECH = Math.round(96 / WINDOW_MS)
/** Speech without a breath (or music) is cut all the same, so that no piece of work is without bound. */
const LONGEST = Math.round(300_000 / WINDOW_MS)
const CUT_WITHIN = Math.round(10_000 / WINDOW_MS)

/** Turns speech probabilities, one a window of 32 ms, into voiced spans. */
export class VoiceSpans {
  readonly spans: VoiceSpan[] = []
  #at = 0
  #from: number | undefined
  #voicedTo = 0
  #recent: number[] = []

  push(probabilities: Iterable<number>): void {
    for (const probability of probabilities) this.#step(probability)
  }

  finish(): VoiceSpan[] {
    if (this.#from !== undefined) this.#close(this.#voicedTo)
    return this.spans
  }

  #step(probability: number): void {
    this.#at += 1
    if (this.#from === undefined) {
      if (probability < OPEN) return
      this.#from = this.#at - 1
      this.#voicedTo = this.#at
      this.#recent = []
      return
    }
    this.#recent.push(probability)
    if (this.#recent.length > CUT_WITHIN) this.#recent.shift()
    if (probability >= CLOSE) this.#voicedTo = this.#at
    if (this.#at - this.#voicedTo >= MIN_SILENCE) this.#close(this.#voicedTo)
    else if (this.#at - this.#from >= LONGEST) this.#cut()
  }

  #close(to: number): void {
    const from = this.#from!
    this.#from = undefined
    if (to - from < MIN_SPEECH) return
    this.spans.push({ startMs: from * WINDOW_MS, endMs: to * WINDOW_MS })
  }

  /** At the quietest window of the last seconds; the span goes on behind it. */
  #cut(): void {
    const quietest = this.#recent.indexOf(Math.min(...this.#recent))
    const place = this.#at - this.#recent.length + quietest
    const { voicedTo } = { voicedTo: this.#voicedTo }
    this.#close(place)
    this.#from = place
    this.#voicedTo = Math.max(voicedTo, place)
    this.#recent = []
  }
}
