export type Vector = Float32Array

export function cosine(a: Vector, b: Vector): number {
  let dot = 0
  let normA = 0
  let normB = 0
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    normA += a[i]! * a[i]!
    normB += b[i]! * b[i]!
  }
  return dot / (Math.sqrt(normA * normB) || 1)
}

export interface Clustering {
  /** Of each thing; the distance of two clusters is the mean of their members', weighed by these. */
  weights: readonly number[]
  distance: (one: number, other: number) => number
  /** No two clusters nearer than this are left. */
  threshold: number
  /** In place of the threshold: as many clusters as this. */
  count?: number | undefined
}

/** Average-link clustering: answers each thing's cluster. */
export function cluster({ weights, distance: distanceOf, threshold, count }: Clustering): number[] {
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

/** Members by the label that each was given. */
export function groupedBy<T>(members: readonly T[], labels: readonly number[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  members.forEach((member, at) => {
    const own = groups.get(labels[at]!)
    if (own) own.push(member)
    else groups.set(labels[at]!, [member])
  })
  return groups
}

/** Of any length: only its direction counts. */
export function sumOf(vectors: readonly Float32Array[]): Float32Array | undefined {
  const sum = vectors[0]?.slice()
  for (const vector of vectors.slice(1)) {
    for (let i = 0; i < vector.length; i++) sum![i]! += vector[i]!
  }
  return sum
}

/** Which of the middles a vector is most like. */
export function mostAlike(vector: Vector, middles: readonly Vector[]): number {
  const alike = middles.map(middle => cosine(vector, middle))
  return alike.indexOf(Math.max(...alike))
}
