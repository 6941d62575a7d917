import { type Sound, soundBlocks } from '../../audio/sound'
import { ownWeights } from '../../onnx/own-weights'
import { type InferenceSession, loadSession, Tensor } from '../../onnx/session'

const frameSamples = 160
/** A second and a half, as long as the windows that voices are found by. */
const windowSamples = 150 * frameSamples
const blockSamples = 10 * 16_000
const MAX_AT_ONCE = 8
export const embeddingSize = 192

/** Tells voices apart by their sound: near for one voice, far for two. See the card beside its weights. */
export class EmbeddingNetwork {
  readonly #session: InferenceSession

  private constructor(session: InferenceSession) {
    this.#session = session
  }

  static async load(threads: number): Promise<EmbeddingNetwork> {
    return new EmbeddingNetwork(await loadSession(ownWeights('voice.onnx'), { threads, arena: true }))
  }

  /** A unit vector for the second and a half from each of these frames on, which are in the order of time. */
  async vectorsAt(sound: Sound, frames: readonly number[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    let held = new Int16Array()
    let heldFrom = 0
    let waiting: Int16Array[] = []
    const read = async () => {
      vectors.push(...(await this.#vectorsOf(waiting)))
      waiting = []
    }
    const take = async (isLast: boolean) => {
      while (vectors.length + waiting.length < frames.length) {
        const from = frames[vectors.length + waiting.length]! * frameSamples - heldFrom
        if (!isLast && from + windowSamples > held.length) return from
        waiting.push(held.slice(Math.max(0, from), Math.max(0, from) + windowSamples))
        if (waiting.length === MAX_AT_ONCE) await read()
      }
      return held.length
    }
    for await (const block of soundBlocks(sound, blockSamples)) {
      const joined = new Int16Array(held.length + block.length)
      joined.set(held)
      joined.set(block, held.length)
      held = joined
      const needed = Math.max(0, Math.min(held.length, await take(false)))
      heldFrom += needed
      held = held.slice(needed)
    }
    await take(true)
    if (waiting.length > 0) await read()
    return vectors
  }

  /** What is shorter than a window is silent behind its end. */
  async #vectorsOf(windows: readonly Int16Array[]): Promise<Float32Array[]> {
    const audio = new Float32Array(windows.length * windowSamples)
    windows.forEach((window, at) => {
      for (let i = 0; i < window.length; i++) audio[at * windowSamples + i] = window[i]! / 32_768
    })
    const { embedding } = await this.#session.run({
      audio: new Tensor('float32', audio, [windows.length, windowSamples]),
    })
    const all = embedding!.data as Float32Array
    return windows.map((_, at) => all.slice(at * embeddingSize, (at + 1) * embeddingSize))
  }
}
