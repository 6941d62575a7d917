import { join } from 'node:path'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { loadDecoder } from '../onnx/load-decoder'
import { type Hypothesis, SeqDecoder } from '../onnx/seq-decoder'
import { type InferenceSession, loadSession, Tensor } from '../onnx/session'
import { END_TOKEN, START_TOKEN, VOCABULARY_SIZE } from './tokens'

export type MoonshineSize = 'tiny' | 'base'

const shapes = { tiny: { layers: 6, headSize: 36 }, base: { layers: 8, headSize: 52 } } as const
const MAX_TOKENS_PER_SECOND = 6.5

export interface Encoded {
  states: Tensor
  seconds: number
}

export class MoonshineModel {
  readonly #encoder: InferenceSession
  readonly #decoder: SeqDecoder

  private constructor(encoder: InferenceSession, decoder: SeqDecoder) {
    this.#encoder = encoder
    this.#decoder = decoder
  }

  static async load(folder: string, size: MoonshineSize, threads: number): Promise<MoonshineModel> {
    const encoder = await loadSession(join(folder, size, 'encoder_model.onnx'), { threads, arena: false })
    const decoder = await loadDecoder(join(folder, size, 'decoder_model_merged.onnx'), threads)
    const shape = {
      ...shapes[size],
      heads: 8,
      vocabulary: VOCABULARY_SIZE,
      endToken: END_TOKEN,
      draftsAfterCache: true,
    }
    return new MoonshineModel(encoder, new SeqDecoder(decoder, shape))
  }

  async encode(samples: Float32Array): Promise<Encoded> {
    const input = new Tensor('float32', samples, [1, samples.length])
    const out = await this.#encoder.run({ input_values: input })
    return { states: out.last_hidden_state!, seconds: samples.length / SAMPLE_RATE_HZ }
  }

  decode({ states, seconds }: Encoded, draft: readonly number[] = []): Promise<Hypothesis> {
    const limit = Math.ceil(seconds * MAX_TOKENS_PER_SECOND) + 2
    return this.#decoder.decode({ states, prompt: [START_TOKEN], draft, limit })
  }

  score({ states }: Encoded, tokens: readonly number[]): Promise<number[]> {
    return this.#decoder.score(states, [START_TOKEN], tokens)
  }
}
