import { foldText } from '../cues/fold-text'

/** Beyond this many edits the differing middle counts as replaced in one piece: the trace grows by its square. */
const MAX_EDITS = 1000
const SILENT = /[^\p{L}\p{N}\p{M}]/gu

/** Two words sound alike when only case, accents or punctuation differ. */
function soundOf(word: string): string {
  const folded = foldText(word).text
  return folded.replace(SILENT, '') || folded
}

function intern(words: readonly string[], ids: Map<string, number>): Int32Array {
  return Int32Array.from(words, word => {
    const sound = soundOf(word)
    const id = ids.get(sound) ?? ids.size
    ids.set(sound, id)
    return id
  })
}

/** Myers' greedy shortest edit script between a and b; returns pairs (old, new) of kept words, or none past the bound. */
function keptBetween(a: Int32Array, b: Int32Array): [number, number][] {
  const trace: Int32Array[] = []
  const reach = Math.min(a.length + b.length, MAX_EDITS)
  const v = new Int32Array(2 * reach + 3)
  const zero = reach + 1
  for (let edits = 0; edits <= reach; edits++) {
    trace.push(v.slice(zero - edits - 1, zero + edits + 2))
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && v[zero + k - 1]! < v[zero + k + 1]!)
      let x = down ? v[zero + k + 1]! : v[zero + k - 1]! + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      v[zero + k] = x
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length)
    }
  }
  return []
}

function walkBack(trace: readonly Int32Array[], oldLength: number, newLength: number): [number, number][] {
  const kept: [number, number][] = []
  let x = oldLength
  let y = newLength
  for (let edits = trace.length - 1; edits >= 0 && (x > 0 || y > 0); edits--) {
    const v = trace[edits]!
    const zero = edits + 1
    const k = x - y
    const down = k === -edits || (k !== edits && v[zero + k - 1]! < v[zero + k + 1]!)
    const fromK = down ? k + 1 : k - 1
    const fromX = edits === 0 ? 0 : v[zero + fromK]!
    const fromY = edits === 0 ? 0 : fromX - fromK
    while (x > fromX && y > fromY) kept.push([--x, --y])
    x = fromX
    y = fromY
  }
  return kept.reverse()
}

/** Pairs (old position, new position) of the words both texts share, rising in both. */
export function keptWords(before: readonly string[], after: readonly string[]): [number, number][] {
  const ids = new Map<string, number>()
  const a = intern(before, ids)
  const b = intern(after, ids)
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++

  const kept: [number, number][] = []
  for (let i = 0; i < head; i++) kept.push([i, i])
  const middle = keptBetween(a.subarray(head, a.length - tail), b.subarray(head, b.length - tail))
  for (const [x, y] of middle) kept.push([x + head, y + head])
  for (let i = tail; i > 0; i--) kept.push([a.length - i, b.length - i])
  return kept
}
