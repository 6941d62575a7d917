import { SAMPLE_RATE_HZ } from '@livetap/audio'
import {
  loadRecording,
  type Reader,
  seeded,
  sentencesOf,
  stampTurns,
  trimmedSpeech,
} from '@livetap/speech/testing'
import type { StampReader } from '../../../packages/speech/src/testing/stamp-readers'
import { piperSays } from './piper-voice'
import { backchannels, sentence } from './sentences'

/** One of Piper's voices by its number, a reader of a Debian package, or a recording of one person. */
export type Person = number | Reader | StampReader | { recording: string }

/** A person who has as many things to say as they are asked for. */
export interface Talker {
  says(n: number): Promise<Int16Array>
  /** While a person else speaks. */
  agrees(n: number): Promise<Int16Array>
}

/** Different things to say before they begin to repeat themselves. */
const longStock = 24
const readerStock = 24
/** In two minutes many people say less each. */
const shortStock = (persons: number) => (persons < 4 ? 18 : 10)

function readings(person: Exclude<Person, number>): Int16Array[] {
  const next = seeded(11)
  if (typeof person === 'string')
    return person.startsWith('stamps-')
      ? stampTurns(person as StampReader, readerStock, next)
      : sentencesOf(person as Reader, readerStock, next)
  const whole = trimmedSpeech(loadRecording(person.recording))
  const size = 4 * SAMPLE_RATE_HZ
  return Array.from({ length: Math.floor(whole.length / size) }, (_, i) =>
    whole.slice(i * size, (i + 1) * size),
  )
}

export function talker(person: Person, persons: number, minutes: number): Talker {
  if (typeof person === 'number') {
    const stock = minutes > 5 ? longStock : shortStock(persons)
    return {
      says: n => piperSays(person, sentence(person, n % stock)),
      agrees: n => piperSays(person, backchannels[n % backchannels.length]!),
    }
  }
  const stock = readings(person).filter(said => said.length > SAMPLE_RATE_HZ / 2)
  const of = (n: number) => stock[n % stock.length]!
  return {
    says: async n => of(n),
    agrees: async n => of(n).slice(0, Math.round(0.6 * SAMPLE_RATE_HZ)),
  }
}
