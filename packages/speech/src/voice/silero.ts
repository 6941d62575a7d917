import { join } from 'node:path'
import { type InferenceSession, loadSession, Tensor } from '../onnx/session'

/** Samples of one decision: 32 ms. */
export const VAD_WINDOW = 512
const CONTEXT_SIZE = 64

export interface VadState {
  rnn: Float32Array
  context: Float32Array
}

export function freshVadState(): VadState {
  return { rnn: new Float32Array(2 * 128), context: new Float32Array(CONTEXT_SIZE) }
}

/** Silero holds nothing of a stream: the state goes in and comes out, so any process can serve any block. */
export class Silero {
  readonly #session: InferenceSession
  readonly #rate = new Tensor('int64', BigInt64Array.of(16_000n), [])

  private constructor(session: InferenceSession) {
    this.#session = session
  }

  static async load(folder: string): Promise<Silero> {
    return new Silero(await loadSession(join(folder, 'silero_vad.onnx'), { threads: 1, arena: true }))
  }

  /** Speech probability of each whole window; a rest shorter than a window is left out. */
  async run(
    samples: Float32Array,
    state: VadState,
  ): Promise<{ probabilities: Float32Array; state: VadState }> {
    const probabilities = new Float32Array(Math.floor(samples.length / VAD_WINDOW))
    const input = new Float32Array(CONTEXT_SIZE + VAD_WINDOW)
    let { rnn, context } = state
    for (let index = 0; index < probabilities.length; index++) {
      const window = samples.subarray(index * VAD_WINDOW, (index + 1) * VAD_WINDOW)
      input.set(context)
      input.set(window, CONTEXT_SIZE)
      const out = await this.#session.run({
        input: new Tensor('float32', input, [1, input.length]),
        state: new Tensor('float32', rnn, [2, 1, 128]),
        sr: this.#rate,
      })
      probabilities[index] = (out.output!.data as Float32Array)[0]!
      rnn = Float32Array.from(out.stateN!.data as Float32Array)
      context = window.slice(-CONTEXT_SIZE)
    }
    return { probabilities, state: { rnn, context } }
  }
}
