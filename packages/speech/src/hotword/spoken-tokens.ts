/** A text as it was spoken: lower-case words without punctuation, each with its place in the text. */
export interface SpokenTokens {
  /** The words, one blank between them. */
  plain: string
  /** Where in the text the word lies that starts at this place of `plain`. */
  startOf(at: number): number
  /** Where in the text the word ends that ends at this place of `plain`. */
  endOf(at: number): number
}

const WORD = /[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu

export function spokenTokens(text: string): SpokenTokens {
  const starts = new Map<number, number>()
  const ends = new Map<number, number>()
  let plain = ''
  for (const match of text.matchAll(WORD)) {
    if (plain) plain += ' '
    starts.set(plain.length, match.index)
    plain += match[0].toLowerCase().replaceAll('.', '').replaceAll('’', "'")
    ends.set(plain.length, match.index + match[0].length)
  }
  return {
    plain,
    startOf: at => starts.get(at) ?? text.length,
    endOf: at => ends.get(at) ?? text.length,
  }
}
