import type { VoicePrint } from '../diarizer'
import { voiceLikeness } from './voice-print'

/** A voice of a recording. */
export interface RecordedVoice {
  speaker: string
  print: VoicePrint
}

/** One print of a voice that a person has named; a name may have several, of several recordings. */
export interface NamedVoice {
  id: string
  name: string
  print: VoicePrint
}

export interface VoiceMatch {
  speaker: string
  voice: NamedVoice
}

interface Pair extends VoiceMatch {
  likeness: number
}

/** Two voices are taken for one from here on. Rather none than a wrong one: docs/adr/known-voices.md has the figures. */
const SAME_VOICE_LIKENESS = 0.7

/**
 * Which voice of a recording is which named one: both are the other's most alike, and alike enough. A name goes to one voice of a
 * recording at most.
 */
export function matchVoices(
  recorded: readonly RecordedVoice[],
  named: readonly NamedVoice[],
  least = SAME_VOICE_LIKENESS,
): VoiceMatch[] {
  const pairs = recorded.flatMap(({ speaker, print }) =>
    named.map((voice): Pair => ({ speaker, voice, likeness: voiceLikeness(print, voice.print) })),
  )
  const bestOf = (isOne: (pair: Pair) => boolean) =>
    pairs.filter(isOne).reduce((best, pair) => (pair.likeness > best.likeness ? pair : best))
  return pairs
    .filter(
      pair =>
        pair.likeness >= least &&
        pair === bestOf(({ speaker }) => speaker === pair.speaker) &&
        pair === bestOf(({ voice }) => voice.name === pair.voice.name),
    )
    .map(({ speaker, voice }) => ({ speaker, voice }))
}
