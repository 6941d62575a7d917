import type { CustomPhrase } from '@livetap/contract'
import { assistantHints, type SpeechHints } from '@livetap/speech'

/** What the engine listens for in a meeting with these phrases. */
export const recognitionHints = (phrases: readonly CustomPhrase[]): SpeechHints =>
  assistantHints(phrases.map(({ phrase }) => phrase))
