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
