import type { CustomPhrase } from '@livetap/contract'
import type { SpeechHints } from '@livetap/speech'

const HINT_WEIGHT = 0.6
/** Listened for whatever phrases the meeting was given. */
const WAKE_PHRASES = ['OK EVA', 'hey EVA']

export const recognitionHints = (phrases: readonly CustomPhrase[]): SpeechHints => ({
  phrases: [...WAKE_PHRASES, ...phrases.map(({ phrase }) => phrase)],
  entities: [],
  weight: HINT_WEIGHT,
  limitVocabToPhrases: false,
})
