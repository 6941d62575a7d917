import { type InferenceSession, loadSession, Tensor } from '../onnx/session'
import { readSpeakerNetwork, type SpeakerNetwork } from './kaldi-nnet'
import { cepstra } from './mfcc'
import { tdnnContext, tdnnModel } from './tdnn-onnx'

const width = 1500
const chunkFrames = 3_000

/** Sums over time of the frame layer, from which any window's mean and deviation follow at once. */
export interface FrameSums {
  frames: number
  /** Voiced frames before each frame. */
  counts: Uint32Array
  at(frame: number): { sum: Float64Array; squares: Float64Array }
}

/** Every 10th frame keeps its running sums: windows lie on that raster. */
export const rasterFrames = 10

export class XVectorModel {
  private constructor(
    private readonly session: InferenceSession,
    private readonly network: SpeakerNetwork,
  ) {}

  static async load(folder: string, threads: number): Promise<XVectorModel> {
    const network = await readSpeakerNetwork(folder)
    return new XVectorModel(await loadSession(tdnnModel(network), { threads, arena: false }), network)
  }

  /** Runs the frame layers over normalised features, summing the voiced frames only. */
  async frameSums(features: Float32Array, voiced: Uint8Array): Promise<FrameSums> {
    const frames = voiced.length
    const places = Math.floor(frames / rasterFrames) + 1
    const sums = new Float32Array(places * width)
    const squares = new Float32Array(places * width)
    const counts = new Uint32Array(frames + 1)
    for (let f = 0; f < frames; f++) counts[f + 1] = counts[f]! + voiced[f]!
    const sum = new Float64Array(width)
    const square = new Float64Array(width)
    for (let start = 0; start < frames; start += chunkFrames) {
      const size = Math.min(chunkFrames, frames - start)
      const out = await this.run(features, start, size, frames)
      for (let f = 0; f < size; f++) {
        const frame = start + f
        if (frame % rasterFrames === 0) {
          sums.set(sum, (frame / rasterFrames) * width)
          squares.set(square, (frame / rasterFrames) * width)
        }
        if (!voiced[frame]) continue
        for (let c = 0; c < width; c++) {
          const value = out[c * size + f]!
          sum[c]! += value
          square[c]! += value * value
        }
      }
    }
    const lastPlace = places - 1
    if (lastPlace * rasterFrames >= frames) {
      sums.set(sum, lastPlace * width)
      squares.set(square, lastPlace * width)
    }
    return {
      frames,
      counts,
      at: frame => {
        const place = Math.min(lastPlace, Math.floor(frame / rasterFrames)) * width
        return {
          sum: Float64Array.from(sums.subarray(place, place + width)),
          squares: Float64Array.from(squares.subarray(place, place + width)),
        }
      },
    }
  }

  /** Unit vector of the voice between two frames of the raster; undefined with too little speech. */
  embed(sums: FrameSums, from: number, to: number, leastVoiced = 30): Float32Array | undefined {
    const first = Math.floor(from / rasterFrames) * rasterFrames
    const last = Math.min(
      Math.floor(to / rasterFrames) * rasterFrames,
      Math.floor(sums.frames / rasterFrames) * rasterFrames,
    )
    const count = sums.counts[last]! - sums.counts[first]!
    if (count < leastVoiced) return undefined
    const [a, b] = [sums.at(first), sums.at(last)]
    const { scale, shift } = this.network.layers.at(-1)!
    const pooled = new Float64Array(width * 2)
    for (let c = 0; c < width; c++) {
      const mean = (b.sum[c]! - a.sum[c]!) / count
      const variance = Math.max(1e-8, (b.squares[c]! - a.squares[c]!) / count - mean * mean)
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
