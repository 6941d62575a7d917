import type { EmbedRequest, TextEmbedder, TextEmbedderAvailability } from '@livetap/speech'

const DIMENSIONS = 1_024

/** Words that mean the same; every other word means itself. */
const concepts = [
  ['automobile', 'vehicle', 'sedan'],
  ['physician', 'doctor', 'surgeon'],
  ['salary', 'wages', 'pay'],
]

/** An embedder without a model: texts are alike as far as they share words, or words of the same concept. */
export class ConceptEmbedder implements TextEmbedder {
  readonly space: string
  readonly dimensions = DIMENSIONS
  readonly languages: readonly string[] | undefined
  /** What it was asked for. */
  readonly texts: string[] = []
  isAvailable = true
  /** Called before it answers. */
  before: (request: EmbedRequest) => Promise<void> = async () => undefined

  constructor({ space = 'concepts', readsAll = false } = {}) {
    this.space = space
    this.languages = readsAll ? undefined : ['en']
  }

  async availability(): Promise<TextEmbedderAvailability> {
    return this.isAvailable ? { available: true } : { available: false, reason: 'it was taken away' }
  }

  async embed(texts: readonly string[], request: EmbedRequest): Promise<Float32Array[]> {
    await this.before(request)
    request.signal?.throwIfAborted()
    this.texts.push(...texts)
    return texts.map(vectorOf)
  }

  async close(): Promise<void> {}
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) vector[placeOf(meantBy(word))]! += 1
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map(value => value / length)
}

const meantBy = (word: string) => concepts.find(one => one.includes(word))?.[0] ?? word

function placeOf(word: string): number {
  let hash = 7
  for (const character of word) hash = (hash * 31 + character.codePointAt(0)!) % 1_000_003
  return hash % DIMENSIONS
}
