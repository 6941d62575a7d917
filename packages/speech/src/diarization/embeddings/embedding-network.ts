import { type Sound, soundBlocks } from '../../audio/sound'
import { ownWeights } from '../../onnx/own-weights'
import { type InferenceSession, loadSession, Tensor } from '../../onnx/session'

const FRAME_SAMPLES = 160
/** A second and a half, as long as the windows that voices are found by. */
const WINDOW_SAMPLES = 150 * FRAME_SAMPLES
const BLOCK_SAMPLES = 10 * 16_000
const MAX_AT_ONCE = 8
export const EMBEDDING_SIZE = 192

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
    let buffered = new Int16Array()
    let heldFrom = 0
    let waiting: Int16Array[] = []
    const read = async () => {
      vectors.push(...(await this.#vectorsOf(waiting)))
      waiting = []
    }
    const take = async (isLast: boolean) => {
      while (vectors.length + waiting.length < frames.length) {
        const from = frames[vectors.length + waiting.length]! * FRAME_SAMPLES - heldFrom
        if (!isLast && from + WINDOW_SAMPLES > buffered.length) return from
        waiting.push(buffered.slice(Math.max(0, from), Math.max(0, from) + WINDOW_SAMPLES))
        if (waiting.length === MAX_AT_ONCE) await read()
      }
      return buffered.length
    }
    for await (const block of soundBlocks(sound, BLOCK_SAMPLES)) {
      const joined = new Int16Array(buffered.length + block.length)
      joined.set(buffered)
      joined.set(block, buffered.length)
      buffered = joined
      const needed = Math.max(0, Math.min(buffered.length, await take(false)))
      heldFrom += needed
      buffered = buffered.slice(needed)
    }
    await take(true)
    if (waiting.length > 0) await read()
    return vectors
  }

  /** What is shorter than a window is silent behind its end. */
  async #vectorsOf(windows: readonly Int16Array[]): Promise<Float32Array[]> {
    const audio = new Float32Array(windows.length * WINDOW_SAMPLES)
    windows.forEach((window, at) => {
      for (let i = 0; i < window.length; i++) audio[at * WINDOW_SAMPLES + i] = window[i]! / 32_768
    })
    const { embedding } = await this.#session.run({
      audio: new Tensor('float32', audio, [windows.length, WINDOW_SAMPLES]),
    })
    const all = embedding!.data as Float32Array
    return windows.map((_, at) => all.slice(at * EMBEDDING_SIZE, (at + 1) * EMBEDDING_SIZE))
  }
}
