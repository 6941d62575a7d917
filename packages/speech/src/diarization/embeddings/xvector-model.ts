import { type InferenceSession, loadSession, Tensor } from '../../onnx/session'
import { CEPSTRA } from '../features/mfcc'
import type { SpeakerFeatures } from '../features/speaker-features'
import { addTimbre } from '../features/timbre'
import { readSpeakerNetwork, type SpeakerNetwork } from './kaldi-nnet'
import {
  emptySums,
  FRAME_WIDTH,
  type FrameSums,
  type PooledStatistics,
  poolStatistics,
  RASTER_FRAMES,
} from './statistics-pooling'
import { TDNN_CONTEXT, tdnnModel } from './tdnn-onnx'

const CHUNK_FRAMES = 3_000

export class XVectorModel {
  readonly #session: InferenceSession
  readonly #network: SpeakerNetwork

  private constructor(session: InferenceSession, network: SpeakerNetwork) {
    this.#session = session
    this.#network = network
  }

  static async load(folder: string, threads: number): Promise<XVectorModel> {
    const network = await readSpeakerNetwork(folder)
    return new XVectorModel(await loadSession(tdnnModel(network), { threads, arena: false }), network)
  }

  /** Runs the frame layers over a stretch, summing the voiced frames only. */
  async frameSums(sound: SpeakerFeatures, from: number, to: number): Promise<FrameSums> {
    const { cepstra: plain, voiced } = sound
    const found = emptySums(from, to)
    const { counts, sums, squares } = found
    for (let start = from; start < to; start += CHUNK_FRAMES) {
      const size = Math.min(CHUNK_FRAMES, to - start)
      const out = await this.#run(sound, start, size)
      for (let f = 0; f < size; f++) {
        if (!voiced[start + f]) continue
        const step = Math.floor((start + f - from) / RASTER_FRAMES)
        counts[step]! += 1
        addTimbre(found, step, plain, start + f)
        const row = step * FRAME_WIDTH
        for (let c = 0; c < FRAME_WIDTH; c++) {
          const value = out[c * size + f]!
          sums[row + c]! += value
          squares[row + c]! += value * value
        }
      }
    }
    return found
  }

  /** Unit vector of the voice between two frames; undefined with too little speech. */
  embed(sums: FrameSums, from: number, to: number, minVoiced = 30): Float32Array | undefined {
    const pool = poolStatistics(sums, from, to)
    return pool.count < minVoiced ? undefined : this.vectorOf(pool)
  }

  /** Unit vector of a voice, from however many stretches of it were pooled. */
  vectorOf({ count, sums, squares }: PooledStatistics): Float32Array {
    const { scale, shift } = this.#network.layers.at(-1)!
    const pooled = new Float64Array(FRAME_WIDTH * 2)
    for (let c = 0; c < FRAME_WIDTH; c++) {
      const mean = sums[c]! / count
      const variance = Math.max(1e-8, squares[c]! / count - mean * mean)
      pooled[c] = mean * scale[c]! + shift[c]!
      pooled[FRAME_WIDTH + c] = Math.sqrt(variance) * scale[c]!
    }
    return this.#project(pooled)
  }

  async #run({ normalized, voiced }: SpeakerFeatures, start: number, size: number): Promise<Float32Array> {
    const length = size + 2 * TDNN_CONTEXT
    const first = Math.max(0, start - TDNN_CONTEXT)
    const last = Math.min(voiced.length, start + size + TDNN_CONTEXT)
    const rows = normalized.rows(first, last)
    const input = new Float32Array(CEPSTRA * length)
    for (let f = 0; f < length; f++) {
      const row = Math.min(last - 1, Math.max(first, start + f - TDNN_CONTEXT)) - first
      for (let k = 0; k < CEPSTRA; k++) input[k * length + f] = rows[row * CEPSTRA + k]!
    }
    const out = await this.#session.run({ features: new Tensor('float32', input, [1, CEPSTRA, length]) })
    return out.frames!.data as Float32Array
  }

  #project(pooled: Float64Array): Float32Array {
    const { last, mean, transform } = this.#network
    const raw = new Float64Array(last.weights.rows)
    for (let row = 0; row < raw.length; row++) {
      const product = dot(last.weights.data, row * last.weights.cols, pooled)
      raw[row] = product + last.bias[row]! - mean[row]!
    }
    const out = new Float32Array(transform.rows)
    let norm = 0
    for (let row = 0; row < out.length; row++) {
      const sum = dot(transform.data, row * transform.cols, raw)
      out[row] = sum
      norm += sum * sum
    }
    const length = Math.sqrt(norm) || 1
    return out.map(value => value / length)
  }
}

/** Four sums at once: a processor does not wait for one to begin the next. The width is a multiple of four. */
function dot(matrix: Float32Array, start: number, vector: Float64Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < vector.length; i += 4) {
    a += matrix[start + i]! * vector[i]!
    b += matrix[start + i + 1]! * vector[i + 1]!
    c += matrix[start + i + 2]! * vector[i + 2]!
    d += matrix[start + i + 3]! * vector[i + 3]!
  }
  return a + b + (c + d)
}
