import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { VAD_WINDOW } from './silero'

export interface SegmenterSettings {
  openThreshold: number
  closeThreshold: number
  /** Speech shorter than this opens nothing. */
  minSpeechMs: number
  /** Silence after which decoding starts, in the hope that the segment is over. */
  pauseMs: number
  /** Silence that ends a segment. */
  endMs: number
  /** A segment is cut at its quietest place before it gets longer. */
  maxMs: number
  /** Sound kept before the first and after the last voiced window. */
  leadMs: number
  tailMs: number
}

export const segmenterDefaults: SegmenterSettings = {
  openThreshold: 0.5,
  closeThreshold: 0.35,
  minSpeechMs: 96,
  pauseMs: 200,
  endMs: 640,
  maxMs: 8_000,
  leadMs: 320,
  tailMs: 200,
}

/** Positions are samples from the start of the stream. */
export type SegmentEvent =
  | { type: 'opened'; segment: number; from: number }
  | { type: 'grown'; segment: number; from: number; to: number }
  | ({ type: 'paused' } & SegmentSpan)
  | { type: 'resumed'; segment: number }
  | ({ type: 'ended' } & SegmentSpan)

export interface SegmentSpan {
  segment: number
  from: number
  to: number
  /** The first voiced window, and the end of the last one. */
  voicedFrom: number
  voicedTo: number
  /** The highest probability of speech in it. */
  peak: number
}

const WINDOW_MS = (VAD_WINDOW * 1000) / SAMPLE_RATE_HZ
const windows = (ms: number) => Math.max(1, Math.round(ms / WINDOW_MS))

interface OpenSegment {
  number: number
  /** First window, lead included. */
  from: number
  /** The first voiced window. */
  voicedFrom: number
  /** After the last voiced window. */
  voicedTo: number
  peak: number
  probabilities: number[]
  paused: boolean
}

/** Cuts a stream of speech probabilities, one a window, into segments. Pure: no clock, no sound. */
export class Segmenter {
  readonly #settings: SegmenterSettings
  #at = 0
  #run = 0
  #runPeak = 0
  #count = 0
  #previousEnd = 0
  #open: OpenSegment | undefined

  constructor(settings: SegmenterSettings = segmenterDefaults) {
    this.#settings = settings
  }

  /** Sound before this sample is in no future segment. */
  get neededFrom(): number {
    const start = this.#open
      ? this.#open.from
      : Math.max(this.#previousEnd, this.#at - this.#run - windows(this.#settings.leadMs))
    return Math.max(0, start) * VAD_WINDOW
  }

  push(probabilities: Float32Array): SegmentEvent[] {
    const events: SegmentEvent[] = []
    for (const probability of probabilities) this.#step(probability, events)
    if (this.#open && !this.#open.paused) {
      events.push({
        type: 'grown',
        segment: this.#open.number,
        from: this.#open.from * VAD_WINDOW,
        to: this.#at * VAD_WINDOW,
      })
    }
    return events
  }

  /** The stream is over: what is open ends here. */
  finish(): SegmentEvent[] {
    return this.#open ? [this.#end(this.#open, this.#at)] : []
  }

  #step(probability: number, events: SegmentEvent[]): void {
    const { openThreshold, closeThreshold, minSpeechMs, leadMs } = this.#settings
    this.#at += 1
    if (!this.#open) {
      this.#run = probability >= (this.#run ? closeThreshold : openThreshold) ? this.#run + 1 : 0
      this.#runPeak = this.#run ? Math.max(this.#runPeak, probability) : 0
      if (this.#run < windows(minSpeechMs)) return
      const from = Math.max(this.#previousEnd, this.#at - this.#run - windows(leadMs))
      this.#start(from, this.#run, events)
      return
    }
    this.#follow(this.#open, probability, events)
  }

  #start(from: number, voiced: number, events: SegmentEvent[]): void {
    this.#count += 1
    const lead = this.#at - voiced - from
    this.#open = {
      number: this.#count,
      from,
      voicedFrom: this.#at - voiced,
      voicedTo: this.#at,
      peak: this.#runPeak,
      probabilities: [...new Array<number>(Math.max(0, lead)).fill(0), ...new Array<number>(voiced).fill(1)],
      paused: false,
    }
    this.#run = 0
    this.#runPeak = 0
    events.push({ type: 'opened', segment: this.#count, from: from * VAD_WINDOW })
  }

  #follow(open: OpenSegment, probability: number, events: SegmentEvent[]): void {
    const { closeThreshold, pauseMs, endMs, maxMs } = this.#settings
    open.probabilities.push(probability)
    open.peak = Math.max(open.peak, probability)
    if (probability >= closeThreshold) {
      open.voicedTo = this.#at
      if (open.paused) {
        open.paused = false
        events.push({ type: 'resumed', segment: open.number })
      }
    }
    const silent = this.#at - open.voicedTo
    if (silent >= windows(endMs)) {
      events.push(this.#end(open, this.#at))
    } else if (silent >= windows(pauseMs) && !open.paused) {
      open.paused = true
      const to = this.#tailOf(open, this.#at)
      events.push({ ...this.#spanOf(open, to), type: 'paused' })
    } else if (this.#at - open.from >= windows(maxMs)) {
      this.#cut(open, events)
    }
  }

  /** Ends the segment at the quietest place of its last third and goes on from there. */
  #cut(open: OpenSegment, events: SegmentEvent[]): void {
    const { probabilities } = open
    const first = Math.floor(probabilities.length * 0.6)
    let best = probabilities.length - 1
    let least = Number.POSITIVE_INFINITY
    for (let i = first; i < probabilities.length; i++) {
      const around = (probabilities[i - 1] ?? 1) + probabilities[i]! + (probabilities[i + 1] ?? 1)
      if (around <= least) {
        least = around
        best = i
      }
    }
    const place = open.from + best + 1
    const rest = probabilities.slice(best + 1)
    events.push({
      type: 'ended',
      segment: open.number,
      from: open.from * VAD_WINDOW,
      to: place * VAD_WINDOW,
      voicedFrom: open.voicedFrom * VAD_WINDOW,
      voicedTo: Math.min(place, open.voicedTo) * VAD_WINDOW,
      peak: open.peak,
    })
    this.#previousEnd = place
    this.#open = undefined
    // It was over already: what follows the cut is the silence of its end.
    if (open.voicedTo <= place) return
    this.#count += 1
    this.#open = {
      number: this.#count,
      from: place,
      voicedFrom:
        place +
        Math.max(
          0,
          rest.findIndex(one => one >= this.#settings.closeThreshold),
        ),
      voicedTo: open.voicedTo,
      peak: Math.max(0, ...rest),
      probabilities: rest,
      paused: false,
    }
    events.push({ type: 'opened', segment: this.#count, from: place * VAD_WINDOW })
  }

  #end(open: OpenSegment, at: number): SegmentEvent {
    const to = this.#tailOf(open, at)
    this.#open = undefined
    this.#run = 0
    this.#previousEnd = to
    return { ...this.#spanOf(open, to), type: 'ended' }
  }

  #tailOf(open: OpenSegment, at: number): number {
    return Math.min(at, open.voicedTo + windows(this.#settings.tailMs))
  }

  #spanOf(open: OpenSegment, to: number) {
    return {
      segment: open.number,
      from: open.from * VAD_WINDOW,
      to: to * VAD_WINDOW,
      voicedFrom: open.voicedFrom * VAD_WINDOW,
      voicedTo: Math.max(open.from, open.voicedTo) * VAD_WINDOW,
      peak: open.peak,
    }
  }
}
