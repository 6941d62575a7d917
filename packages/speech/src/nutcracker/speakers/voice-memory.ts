import type { WindowOfBoth } from '../../diarization/clustering/vbx-voices'
import type { NamedWindow } from './name-voices'

export type LabelledWindow = WindowOfBoth & NamedWindow

/** What a known voice said before this memory was there. */
export interface EarlierLine {
  /** The name of the voice: a number from '1' on. */
  speaker: string
  sound: () => Promise<Int16Array>
}

/** The voices found at a microphone, handed from one stream to the next, so that they keep their names. */
export class VoiceMemory {
  windows: readonly LabelledWindow[] = []
  /** Segments are named one after the other, each by all that came before it. */
  last: Promise<unknown> = Promise.resolve()
  /** How many names were given. */
  named: number
  /** The voices of earlier lines that were listened to again. */
  readonly knownAgain = new Set<string>()
  #earlier: readonly EarlierLine[]

  constructor(earlier: readonly EarlierLine[] = []) {
    this.#earlier = earlier
    // A name that was given is not given to another voice, whether it is known again or not.
    this.named = Math.max(0, ...earlier.map(({ speaker }) => Number(speaker)))
  }

  /** What is still to be listened to; once. */
  takeEarlier(): readonly EarlierLine[] {
    const earlier = this.#earlier
    this.#earlier = []
    return earlier
  }
}
