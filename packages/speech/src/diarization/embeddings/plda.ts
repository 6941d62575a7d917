import { readFileSync } from 'node:fs'
import { ownWeights } from '../../onnx/own-weights'
import { EMBEDDING_SIZE } from './embedding-network'

/** Of the vectors of both networks, one behind the other, and of the space that they are brought into. */
const VECTOR_SIZE = 128 + EMBEDDING_SIZE
const SPACE_SIZE = 50

/**
 * Directions in which voices differ more than one voice does from moment to moment (a linear discriminant): there the
 * windows of one voice scatter by 1 around it, and the voices by `variances`. See the card beside the weights.
 */
export class Plda {
  readonly #mean: Float32Array
  readonly #directions: Float32Array

  private constructor(
    mean: Float32Array,
    directions: Float32Array,
    readonly variances: Float32Array,
  ) {
    this.#mean = mean
    this.#directions = directions
  }

  static load(): Plda {
    const bytes = readFileSync(ownWeights('plda.f32'))
    const all = new Float32Array(Uint8Array.from(bytes).buffer)
    const end = VECTOR_SIZE * (SPACE_SIZE + 1)
    return new Plda(all.slice(0, VECTOR_SIZE), all.slice(VECTOR_SIZE, end), all.slice(end))
  }

  /** The vectors of a recording, around their own middle: what microphone and line do to all of them falls out. */
  place(vectors: readonly Float32Array[]): Float64Array[] {
    const placed = vectors.map(vector => this.#project(vector))
    for (let d = 0; d < SPACE_SIZE; d++) {
      const middle = placed.reduce((sum, one) => sum + one[d]!, 0) / placed.length
      for (const one of placed) one[d]! -= middle
    }
    return placed
  }

  #project(vector: Float32Array): Float64Array {
    return Float64Array.from({ length: SPACE_SIZE }, (_, d) => {
      let sum = 0
      for (let i = 0; i < VECTOR_SIZE; i++)
        sum += (vector[i]! - this.#mean[i]!) * this.#directions[d * VECTOR_SIZE + i]!
      return sum
    })
  }
}
