import { type InferenceSession, loadSession, Tensor } from '../onnx/session'
import { readSpeakerNetwork, type SpeakerNetwork } from './kaldi-nnet'
import { cepstra } from './mfcc'
import { tdnnContext, tdnnModel } from './tdnn-onnx'

const width = 1500
const chunkFrames = 3_000

/** Windows lie on a raster of this many frames. */
export const rasterFrames = 10

/** Sums of the frame layer over each step of the raster, from which any window's statistics follow. */
export interface FrameSums {
  /** First frame; the raster starts here. */
  from: number
  to: number
  /** Voiced frames of each step. */
  counts: Float32Array
  sums: Float32Array
  squares: Float32Array
}

/** Sums over the voiced frames of any stretches of sound: two pools are one by adding them. */
export interface VoicePool {
  count: number
  sums: Float32Array
  squares: Float32Array
}

/** The voiced frames between two frames, on the raster. */
export function poolOf(sums: FrameSums, from: number, to: number): VoicePool {
  const first = Math.max(0, Math.round((from - sums.from) / rasterFrames))
  const last = Math.min(sums.counts.length, Math.round((to - sums.from) / rasterFrames))
  const pool = { count: 0, sums: new Float32Array(width), squares: new Float32Array(width) }
  for (let step = first; step < last; step++) {
    if (!sums.counts[step]) continue
    pool.count += sums.counts[step]!
    const row = step * width
    for (let c = 0; c < width; c++) {
      pool.sums[c]! += sums.sums[row + c]!
      pool.squares[c]! += sums.squares[row + c]!
    }
  }
  return pool
}

export function joinPools(pools: readonly VoicePool[]): VoicePool {
  const joined = { count: 0, sums: new Float32Array(width), squares: new Float32Array(width) }
  for (const { count, sums, squares } of pools) {
    joined.count += count
    for (let c = 0; c < width; c++) {
      joined.sums[c]! += sums[c]!
      joined.squares[c]! += squares[c]!
    }
  }
  return joined
}

export class XVectorModel {
  private constructor(
    private readonly session: InferenceSession,
    private readonly network: SpeakerNetwork,
  ) {}

  static async load(folder: string, threads: number): Promise<XVectorModel> {
    const network = await readSpeakerNetwork(folder)
    return new XVectorModel(await loadSession(tdnnModel(network), { threads, arena: false }), network)
  }

  /** Runs the frame layers over a stretch of normalised features, summing the voiced frames only. */
  async frameSums(features: Float32Array, voiced: Uint8Array, from: number, to: number): Promise<FrameSums> {
    const steps = Math.ceil((to - from) / rasterFrames)
    const counts = new Float32Array(steps)
    const sums = new Float32Array(steps * width)
    const squares = new Float32Array(steps * width)
    for (let start = from; start < to; start += chunkFrames) {
      const size = Math.min(chunkFrames, to - start)
      const out = await this.run(features, start, size, voiced.length)
      for (let f = 0; f < size; f++) {
        if (!voiced[start + f]) continue
        const step = Math.floor((start + f - from) / rasterFrames)
        counts[step]! += 1
        const row = step * width
        for (let c = 0; c < width; c++) {
          const value = out[c * size + f]!
          sums[row + c]! += value
          squares[row + c]! += value * value
        }
      }
    }
    return { from, to, counts, sums, squares }
  }

  /** Unit vector of the voice between two frames; undefined with too little speech. */
  embed(sums: FrameSums, from: number, to: number, leastVoiced = 30): Float32Array | undefined {
    const pool = poolOf(sums, from, to)
    return pool.count < leastVoiced ? undefined : this.vectorOf(pool)
  }

  /** Unit vector of a voice, from however many stretches of it were pooled. */
  vectorOf({ count, sums, squares }: VoicePool): Float32Array {
    const { scale, shift } = this.network.layers.at(-1)!
    const pooled = new Float64Array(width * 2)
    for (let c = 0; c < width; c++) {
      const mean = sums[c]! / count
      const variance = Math.max(1e-8, squares[c]! / count - mean * mean)
      pooled[c] = mean * scale[c]! + shift[c]!
      pooled[width + c] = Math.sqrt(variance) * scale[c]!
    }
    return this.project(pooled)
  }

  private async run(
    features: Float32Array,
    start: number,
    size: number,
    frames: number,
  ): Promise<Float32Array> {
    const length = size + 2 * tdnnContext
    const input = new Float32Array(cepstra * length)
    for (let f = 0; f < length; f++) {
      const source = Math.min(frames - 1, Math.max(0, start + f - tdnnContext))
      for (let k = 0; k < cepstra; k++) input[k * length + f] = features[source * cepstra + k]!
    }
    const out = await this.session.run({ features: new Tensor('float32', input, [1, cepstra, length]) })
    return out.frames!.data as Float32Array
  }

  private project(pooled: Float64Array): Float32Array {
    const { last, mean, transform } = this.network
    const raw = new Float64Array(last.weights.rows)
    for (let row = 0; row < raw.length; row++) {
      let sum = last.bias[row]!
      const start = row * last.weights.cols
      for (let c = 0; c < last.weights.cols; c++) sum += last.weights.data[start + c]! * pooled[c]!
      raw[row] = sum - mean[row]!
    }
    const out = new Float32Array(transform.rows)
    let norm = 0
    for (let row = 0; row < out.length; row++) {
      let sum = 0
      for (let c = 0; c < raw.length; c++) sum += transform.data[row * transform.cols + c]! * raw[c]!
      out[row] = sum
      norm += sum * sum
    }
    const length = Math.sqrt(norm) || 1
    return out.map(value => value / length)
  }
}
