import type { Transcript } from '../model'

/** A piece of an utterance small enough for one row of a list. */
export interface DisplayRow {
  readonly utterance: number
  /** 0 for the row that carries the utterance's time, badges and buttons. */
  readonly part: number
  /** Characters [from, to) of the utterance's text. */
  readonly from: number
  readonly to: number
  /** Words [firstWord, lastWord) of the word table. */
  readonly firstWord: number
  readonly lastWord: number
}

const MAX_ROW_CHARACTERS = 4000

/** A cut must not fall inside a surrogate pair. */
function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}

/**
 * Rows for a virtualised list: nearly always one an utterance; a text of megabytes is cut, between words where
 * it can be, so that no row holds more than its share. The rows of an utterance join to its whole text; a word
 * longer than a row goes on in the next one and belongs to both.
 */
export function displayRows(transcript: Transcript, maxCharacters = MAX_ROW_CHARACTERS): DisplayRow[] {
  const rows: DisplayRow[] = []
  const { textFrom, textTo } = transcript.words
  transcript.utterances.forEach(({ text, firstWord, wordCount }, utterance) => {
    const end = firstWord + wordCount
    let from = 0
    let word = firstWord
    let part = 0
    do {
      const limit = from + maxCharacters
      let last = word
      while (last < end && textTo[last]! <= limit) last++
      let to = text.length
      if (to > limit) {
        to = last > word && last < end ? textFrom[last]! : safeCut(text, limit)
        if (to > limit) to = safeCut(text, limit)
      }
      while (last < end && textFrom[last]! < to) last++
      rows.push({ utterance, part: part++, from, to, firstWord: word, lastWord: last })
      word = last > word && textTo[last - 1]! > to ? last - 1 : last
      from = to
    } while (from < text.length)
  })
  return rows
}
