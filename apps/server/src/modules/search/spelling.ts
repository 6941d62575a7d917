import type { SearchTerm } from '@livetap/transcript'

const SHORTEST = 4

/** A word that may have been mistyped: in letters, and long enough for that to mean something. */
export const maybeMistyped = ({ text, isPhrase }: SearchTerm): boolean =>
  !isPhrase && /^[\p{L}\p{M}]+$/u.test(text) && text.length >= SHORTEST && text.length <= 40

/** Those that one or two slips of the keyboard make of it, the nearest first. */
export function nearestWords(word: string, candidates: readonly string[]): string[] {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const most = plain.length <= 5 ? 1 : 2
  return candidates
    .map(candidate => ({ candidate, slips: slipsBetween(plain, candidate) }))
    .filter(({ slips }) => slips > 0 && slips <= most)
    .sort((a, b) => a.slips - b.slips)
    .map(({ candidate }) => candidate)
}

/** Letters that are missing, too many, wrong, or have changed places with the next: optimal string alignment. */
function slipsBetween(a: string, b: string): number {
  let earlier: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, earlier[j - 2]! + 1)
      row.push(least)
    }
    earlier = last
    last = row
  }
  return last[b.length]!
}
