/** What is shown of a line at most; a longer one is cut around its first mark. */
const MAX_TEXT = 600
const BEFORE_MARK = 200
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Of a character that the cut divides. */
const HALF = /\p{Surrogate}/gu

export type Mark = [from: number, to: number]

export interface WrittenWord {
  from: number
  to: number
  word: string
}

export const wordsIn = (text: string): WrittenWord[] =>
  [...text.matchAll(WORD)].map(({ index, 0: word }) => ({ from: index, to: index + word.length, word }))

/** Where runs of characters are written, regardless of what is around them. */
export function placesOfRuns(text: string, runs: readonly string[]): Mark[] {
  const places: Mark[] = []
  for (const run of new Set(runs))
    for (let at = text.indexOf(run); at !== -1; at = text.indexOf(run, at + run.length))
      places.push([at, at + run.length])
  return places
}

/** In their order, without overlaps. */
export function inOrder(marks: readonly Mark[]): Mark[] {
  const ordered: Mark[] = []
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = ordered.at(-1)
    if (last && from < last[1]) last[1] = Math.max(last[1], to)
    else ordered.push([from, to])
  }
  return ordered
}

/** Marks are places in the text that is answered. */
export function cutAround(text: string, marks: readonly Mark[]): { text: string; marks: Mark[] } {
  if (text.length <= MAX_TEXT) return { text, marks: [...marks] }
  const first = marks[0]?.[0] ?? 0
  const from = first <= BEFORE_MARK ? 0 : text.indexOf(' ', first - BEFORE_MARK) + 1 || first
  const start = from > first ? first : from
  const cut = text.slice(start, start + MAX_TEXT).replace(HALF, '\ufffd')
  return {
    text: cut,
    marks: marks
      .map(([markFrom, to]): Mark => [markFrom - start, Math.min(to - start, cut.length)])
      .filter(([markFrom, to]) => markFrom >= 0 && markFrom < to),
  }
}

/** When the character is said, by the words of the line in their order. */
export function timeOfCharacter(
  text: string,
  words: readonly (readonly [text: string, startMs: number, ...unknown[]])[],
  at: number,
  startMs: number,
): number {
  let from = 0
  let time = startMs
  for (const [word, wordMs] of words) {
    const place = text.indexOf(word, from)
    if (place === -1) continue
    if (place > at) break
    time = wordMs
    from = place + word.length
  }
  return time
}
