import { isThere } from '@livetap/speech/testing'
import type { Person } from './talker'

/** Who takes part in one conversation, for how long. */
export interface Cast {
  persons: Person[]
  minutes: number
  seed: number
  /** Up to four metres from the microphone. */
  isFar?: boolean
}

export interface Company {
  /** Which of Piper's voices: those whose number leaves this after division by 15. */
  remainder: number
  readers: readonly Person[]
}

/** Settings may be chosen by these. The overlap network was trained on Piper's among them, and flatters itself here. */
export const development: Company = {
  remainder: 3,
  readers: ['en', 'it', { recording: 'lecture-60s' }, 'ru'],
}
/**
 * And by none of these: Piper's are the voices that the overlap network was not trained on, the readers those of
 * Debian's `tuxpaint-stamps-default` that no setting was ever chosen by. (The Belarusian, Catalan, Danish, Russian and
 * Spanish ones were used for that; several people read the French ones.)
 */
export const heldOut: Company = {
  remainder: 7,
  readers: ['stamps-bg', 'stamps-el', 'stamps-lt', 'stamps-ro'],
}

const short = { minutes: 2, voices: [2, 3, 4, 5, 6, 2, 3, 4, 5, 6] }
/** Up to four metres from the microphone; the second half with a reader each. */
const far = { minutes: 2, voices: [2, 3, 5, 8, 2, 3, 5, 8], seed: 50_000, every: 7 }
const long = { minutes: 30, voices: [4, 6, 2, 3, 5] }
/** The short conversations in which one of the synthetic voices makes room for a reader. */
const withReader = [1, 3, 6, 8]

/** Out of the recordings of the tests: nothing has to be fetched. */
export const toyCast: Cast = {
  persons: [{ recording: 'austen-0870' }, { recording: 'jfk' }],
  minutes: 0.5,
  seed: 1,
}

/** Each of the sixty voices takes part in one conversation near the microphone; far from it they meet others. */
export function castsOf({ remainder, readers }: Company): { short: Cast[]; long: Cast[]; far: Cast[] } {
  const left = Array.from({ length: 60 }, (_, index): Person => index * 15 + remainder)
  for (const reader of readers)
    if (typeof reader !== 'number' && !isThere(reader))
      console.log(
        `${JSON.stringify(reader)} is not installed: a synthetic voice takes the place (see CONTRIBUTING)`,
      )
  const present = readers.filter(reader => typeof reader === 'number' || isThere(reader))
  const cast = (minutes: number) => (count: number, index: number) => {
    const persons = left.splice(0, count)
    const reader = minutes === short.minutes ? present[withReader.indexOf(index)] : undefined
    if (reader) persons[persons.length - 1] = reader
    return { persons, minutes, seed: 1000 * remainder + 100 * minutes + index }
  }
  const others = left.map((_, index) => left[(index * far.every) % left.length]!)
  const farCast = (count: number, index: number): Cast => {
    const persons = others.splice(0, count)
    const reader = present[index - far.voices.length / 2]
    if (reader) persons[persons.length - 1] = reader
    return { persons, minutes: far.minutes, seed: far.seed + 1000 * remainder + index, isFar: true }
  }
  return {
    far: far.voices.map(farCast),
    short: short.voices.map(cast(short.minutes)),
    long: long.voices.map(cast(long.minutes)),
  }
}
