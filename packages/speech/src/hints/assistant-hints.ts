import type { SpeechHints } from '../recognition'

const HINT_WEIGHT = 0.6
/** Listened for whatever else is. */
const WAKE_PHRASES = ['OK EVA', 'hey EVA']

/** Of somebody who listens for the assistant, and for these phrases. */
export const assistantHints = (phrases: readonly string[] = []): SpeechHints => ({
  phrases: [...WAKE_PHRASES, ...phrases],
  entities: [],
  weight: HINT_WEIGHT,
  limitVocabToPhrases: false,
})
