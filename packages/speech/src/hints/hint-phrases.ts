import { isClearCall } from '../hotword/wake-phrase'
import type { SpeechHints } from '../recognition'
import { spokenWords } from '../text/spoken-words'

export interface HintPhrase {
  written: string
  phones: string[]
  /** It calls the assistant. */
  isCall: boolean
}

const MAX_PHRASES = 2_000
const cache = new Map<string, HintPhrase[]>()

/** Phrases and entity entries as the user wrote them, each once, with how they sound. */
export function hintPhrases(hints: SpeechHints, phonesOf: (word: string) => string[]): HintPhrase[] {
  const key = JSON.stringify([hints.phrases, hints.entities])
  let found = cache.get(key)
  if (!found) {
    const written = [...hints.phrases, ...hints.entities.flatMap(({ entries }) => entries)]
    found = [...new Set(written.map(text => text.trim()).filter(Boolean))]
      .slice(0, MAX_PHRASES)
      .map(text => ({
        written: text,
        phones: spokenWords(text).flatMap(phonesOf),
        isCall: isClearCall(text),
      }))
      .filter(({ phones }) => phones.length > 0)
    cache.set(key, found)
    if (cache.size > 32) cache.delete(cache.keys().next().value!)
  }
  return found
}
