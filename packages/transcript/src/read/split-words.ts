export interface WordSpan {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** The words of a text, by white space, with their places in it. */
export function splitWords(text: string): WordSpan[] {
  const spans: WordSpan[] = []
  for (const match of text.matchAll(/\S+/g)) {
    spans.push({ text: match[0], from: match.index, to: match.index + match[0].length })
  }
  return spans
}
