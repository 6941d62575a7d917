import { type EarlierLine, VoiceMemory } from '@livetap/speech'

/** The people heard at the microphone of one participant, at any of their streams: each keeps the number that they got first. */
export class PeopleHeard {
  readonly memory: VoiceMemory
  /** By the engine's own names; only who said words has one. */
  readonly #numbers = new Map<string, number>()
  #count: number
  #next: number

  /** `earlier`: what people said of whom a process before this one knew, under their numbers; `count` are known by then. */
  constructor({ count, earlier = [] }: { count: number; earlier?: readonly EarlierLine[] }) {
    this.memory = new VoiceMemory(earlier)
    this.#count = count
    // Of whom nothing is known any more: no one else may get their number.
    this.#next = count > 1 ? count + 1 : 1
  }

  get count(): number {
    return this.#count
  }

  numberOf(speaker: string): number {
    const known =
      this.#numbers.get(speaker) ?? (this.memory.knownAgain.has(speaker) ? Number(speaker) : undefined)
    if (known !== undefined) return known
    const number = this.#next++
    this.#numbers.set(speaker, number)
    this.#count = Math.max(this.#count, number)
    return number
  }
}
