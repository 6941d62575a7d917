import type { SpeechHints } from '../recognition'

const HINT_WEIGHT = 0.6
/** Always listened for. */
const WAKE_PHRASES = ['OK EVA', 'hey EVA']

/** Of a speaker who listens for the assistant, and for these phrases. */
export const assistantHints = (phrases: readonly string[] = []): SpeechHints => ({
  phrases: [...WAKE_PHRASES, ...phrases],
  entities: [],
  weight: HINT_WEIGHT,
  limitVocabToPhrases: false,
})
