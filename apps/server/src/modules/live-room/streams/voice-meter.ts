import { SAMPLES_PER_MS } from '@livetap/audio'

/** Below it no one speaks, however quiet the room is. */
const MIN_LEVEL = 150
/** How far a voice stands out of the noise. */
const OVER_NOISE = 3
const HANGOVER_MS = 800
const SPOKEN_MS = 60

/** Whether a person speaks, from the loudness alone: good for a mark beside a name, at no cost. */
export class VoiceMeter {
  speaking = false
  #noise = MIN_LEVEL
  #loudMs = 0
  #quietMs = 0

  /** True when it changed. */
  measure(pcm: Int16Array): boolean {
    if (pcm.length === 0) return false
    let energy = 0
    for (const sample of pcm) energy += sample * sample
    const level = Math.sqrt(energy / pcm.length)
    const ms = pcm.length / SAMPLES_PER_MS
    const loud = level > Math.max(MIN_LEVEL, this.#noise * OVER_NOISE)
    // The noise floor falls at once and rises slowly, so that a long sentence does not become noise.
    this.#noise = level < this.#noise ? level : this.#noise + (level - this.#noise) * Math.min(1, ms / 20_000)
    this.#loudMs = loud ? this.#loudMs + ms : 0
    this.#quietMs = loud ? 0 : this.#quietMs + ms
    return this.#settle()
  }

  /** No sound comes at all. */
  pause(): boolean {
    this.#loudMs = 0
    this.#quietMs = HANGOVER_MS
    return this.#settle()
  }

  #settle(): boolean {
    const speaking = this.speaking ? this.#quietMs < HANGOVER_MS : this.#loudMs >= SPOKEN_MS
    const changed = speaking !== this.speaking
    this.speaking = speaking
    return changed
  }
}
