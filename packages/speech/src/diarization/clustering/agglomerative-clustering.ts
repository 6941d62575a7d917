export interface AgglomerativeClusteringOptions {
  /** Of each thing; the distance of two clusters is the mean of their members', weighed by these. */
  weights: readonly number[]
  distance: (one: number, other: number) => number
  /** No two clusters nearer than this are left. */
  threshold: number
  /** In place of the threshold: as many clusters as this. */
  count?: number
}

/** Average-link clustering: answers each thing's cluster. */
export function agglomerativeClustering({
  weights,
  distance: distanceOf,
  threshold,
  count,
}: AgglomerativeClusteringOptions): number[] {
  const n = weights.length
  const distance = new Float32Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const value = distanceOf(i, j)
      distance[i * n + j] = value
      distance[j * n + i] = value
    }
  }
  const size = Float64Array.from(weights)
  const label = Array.from({ length: n }, (_, i) => i)
  const alive = new Set(label)
  const nearest = new Int32Array(n).fill(-1)
  const search = (i: number) => {
    let best = -1
    for (const j of alive) {
      if (j !== i && (best < 0 || distance[i * n + j]! < distance[i * n + best]!)) best = j
    }
    nearest[i] = best
  }
  for (const i of alive) search(i)
  while (alive.size > (count ?? 1)) {
    let a = -1
    for (const i of alive) {
      if (nearest[i]! >= 0 && (a < 0 || distance[i * n + nearest[i]!]! < distance[a * n + nearest[a]!]!))
        a = i
    }
    if (a < 0) break
    const b = nearest[a]!
    if (count === undefined && distance[a * n + b]! > threshold) break
    for (const k of alive) {
      if (k === a || k === b) continue
      const merged =
        (size[a]! * distance[a * n + k]! + size[b]! * distance[b * n + k]!) / (size[a]! + size[b]!)
      distance[a * n + k] = merged
      distance[k * n + a] = merged
    }
    size[a]! += size[b]!
    alive.delete(b)
    for (let i = 0; i < n; i++) if (label[i] === b) label[i] = a
    for (const k of alive) if (k === a || nearest[k] === a || nearest[k] === b) search(k)
  }
  const names = new Map([...alive].sort((x, y) => x - y).map((value, index) => [value, index]))
  return label.map(value => names.get(value)!)
}
