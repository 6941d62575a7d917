/** At the end of a list: `times` pieces of `size` that are the same. */
export interface Loop {
  size: number
  times: number
}

/** A piece that people do say several times is short; a long one three times over is the model's. */
const LONGEST = 24
const timesOf = (size: number) => (size === 1 ? 8 : size <= 8 ? 4 : 3)

/** The loop that the decoder has fallen into, as soon as it is one. */
export function loopAtEnd(tokens: readonly number[]): Loop | undefined {
  for (let size = 1; size <= LONGEST; size++) {
    const times = timesOf(size)
    if (tokens.length >= size * times && repeats(tokens, size, times)) return { size, times }
  }
  return undefined
}

/** What comes before a loop is text if there is enough of it; a loop from the start on is nothing but invented. */
const MIN_BEFORE = 6

export const hasTextBefore = (tokens: readonly number[], loopedTokens: number) =>
  tokens.length - loopedTokens >= MIN_BEFORE

function repeats(tokens: readonly number[], size: number, times: number): boolean {
  for (let back = 1; back <= size * (times - 1); back++) {
    const at = tokens.length - back
    if (tokens[at] !== tokens[at - size]) return false
  }
  return true
}
