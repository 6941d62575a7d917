import { SAMPLES_PER_MS } from '@livetap/audio'
import type { AudioFrame } from './audio-frame'

const msOf = ({ pcm }: AudioFrame) => pcm.length / SAMPLES_PER_MS

/**
 * Sound of one client that the room has no place for yet. It waits here and not in the socket, where the pings behind
 * it would wait as well. Nothing that waits is acknowledged: a client that is cut off sends it again.
 */
export class WaitingAudio {
  #frames: AudioFrame[] = []
  #ms = 0
  #held = false
  #passing = false

  /** `take` gets each frame in order; false asks to wait. */
  constructor(private readonly take: (frame: AudioFrame) => boolean) {}

  get ms(): number {
    return this.#ms
  }

  push(frame: AudioFrame): void {
    this.#frames.push(frame)
    this.#ms += msOf(frame)
    this.#pass()
  }

  /** There may be a place again. */
  release(): void {
    this.#held = false
    this.#pass()
  }

  /** Nothing more will come: all of it goes, place or not. */
  flush(): void {
    while (this.#frames.length > 0) this.release()
  }

  #pass(): void {
    // A frame that makes room for itself must not be overtaken by the next one.
    if (this.#passing) return
    this.#passing = true
    try {
      while (!this.#held && this.#frames.length > 0) {
        const frame = this.#frames.shift()!
        this.#ms -= msOf(frame)
        this.#held = !this.take(frame)
      }
    } finally {
      this.#passing = false
    }
  }
}
