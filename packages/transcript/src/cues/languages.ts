import { languageOf } from '@livetap/contract'
import type { Transcript } from '../model'

const found = new WeakMap<Transcript, string[]>()

/** The languages of a transcript as subtags, the one with most of its words first. */
export function spokenLanguages(transcript: Transcript): string[] {
  const known = found.get(transcript)
  if (known) return known
  const words = new Map<string, number>()
  for (const { languageCode, wordCount } of transcript.utterances) {
    if (!languageCode) continue
    const language = languageOf(languageCode)
    words.set(language, (words.get(language) ?? 0) + wordCount)
  }
  const languages = [...words].sort((a, b) => b[1] - a[1]).map(([language]) => language)
  found.set(transcript, languages)
  return languages
}

/** The language of an utterance where it is not the one that most is said in. */
export function otherLanguage(transcript: Transcript, utterance: number): string | undefined {
  const code = transcript.utterances[utterance]?.languageCode
  if (!code || languageOf(code) === spokenLanguages(transcript)[0]) return undefined
  return languageOf(code)
}
