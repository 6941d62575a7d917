/** A stretch of words that both texts have, or that one of them has alone. */
interface DifferencePart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** More comparisons than this are not made: what lies between the same beginning and the same end then counts as replaced. */
const MAX_COMPARISONS = 1_000_000

/** What became of a text, word by word; at each place what was removed comes before what was added. */
export function wordDifference(before: string, after: string): DifferencePart[] {
  const old = wordsOf(before)
  const now = wordsOf(after)
  const start = sameCount(old, now)
  const end = sameCount(old.slice(start).reverse(), now.slice(start).reverse())
  const parts: { kind: DifferencePart['kind']; words: string[] }[] = []
  const add = (kind: DifferencePart['kind'], words: readonly string[]) => {
    if (words.length === 0) return
    const last = parts.at(-1)
    if (last?.kind === kind) last.words.push(...words)
    else parts.push({ kind, words: [...words] })
  }
  add('same', old.slice(0, start))
  let [fromOld, fromNow] = [start, start]
  const common = commonWords(old.slice(start, old.length - end), now.slice(start, now.length - end))
  for (const [inOld, inNow] of common) {
    add('removed', old.slice(fromOld, start + inOld))
    add('added', now.slice(fromNow, start + inNow))
    add('same', [old[start + inOld]!])
    fromOld = start + inOld + 1
    fromNow = start + inNow + 1
  }
  add('removed', old.slice(fromOld, old.length - end))
  add('added', now.slice(fromNow, now.length - end))
  add('same', old.slice(old.length - end))
  return parts.map(({ kind, words }) => ({ kind, text: words.join(' ') }))
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

function sameCount(a: readonly string[], b: readonly string[]): number {
  let count = 0
  while (count < a.length && a[count] === b[count]) count += 1
  return count
}

/** The places of the longest common subsequence in both. */
function commonWords(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1
  if (a.length * b.length === 0 || a.length * b.length > MAX_COMPARISONS) return []
  // How many words the rests from each pair of places on have in common.
  const common = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const places: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) places.push([i++, j++])
    else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) i += 1
    else j += 1
  }
  return places
}
