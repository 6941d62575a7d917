export interface TextEmbedderAvailability {
  available: boolean
  reason?: string
}

export interface EmbedRequest {
  /** A question, whose asker waits, goes before passages of the library. */
  priority: 'question' | 'passage'
  signal?: AbortSignal
}

/** Texts as vectors of unit length: near where they mean the same. */
export interface TextEmbedder {
  /** Of the space its vectors lie in: those of two spaces cannot be compared. */
  readonly space: string
  readonly dimensions: number
  /** Absent: it reads every language. */
  readonly languages?: readonly string[]
  availability(): Promise<TextEmbedderAvailability>
  /** One vector for each text. Rejects with a `SpeechError`. */
  embed(texts: readonly string[], request: EmbedRequest): Promise<Float32Array[]>
  close(): Promise<void>
}

/** More texts at once are refused: the caller asks in parts. */
export const MAX_TEXTS = 64

/** Scales a vector to the length 1, in place; one of zeros stays as it is. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  if (squares === 0) return vector
  const scale = 1 / Math.sqrt(squares)
  for (let at = 0; at < vector.length; at++) vector[at]! *= scale
  return vector
}
