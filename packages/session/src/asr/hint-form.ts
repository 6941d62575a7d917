import { ASR_DEFAULT_WEIGHT, type SpeechHints } from '@livetap/contract'

/** The speech-hint form as it is typed. */
export interface HintForm {
  phrases: string
  limit_vocab_to_phrases: boolean
  weight: number
  entities: { type: string; entries: string }[]
}

export const noHints: SpeechHints = {
  phrases: [],
  limit_vocab_to_phrases: false,
  weight: ASR_DEFAULT_WEIGHT,
  entities: [],
}

const pieces = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map(piece => piece.trim())
    .filter(piece => piece !== '')

/** Phrases by line, examples of an entity by comma, blanks dropped; an entity counts only with a name. */
export function parseHintForm(form: HintForm): SpeechHints {
  return {
    phrases: pieces(form.phrases, /\r?\n/),
    limit_vocab_to_phrases: form.limit_vocab_to_phrases,
    weight: form.weight,
    entities: form.entities
      .map(({ type, entries }) => ({ type: type.trim(), entries: pieces(entries, ',') }))
      .filter(({ type }) => type !== ''),
  }
}

/** What the form adds to hints in use: new entities are before the ones already there. */
export const addHints = (current: SpeechHints, added: SpeechHints): SpeechHints => ({
  ...added,
  entities: [...added.entities, ...current.entities],
})
