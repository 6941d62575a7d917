import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type InferenceSession, loadSession, Tensor } from '../onnx/session'
import { toUnitLength } from './text-embedder'
import { WordPiece } from './word-piece'

export const MINI_LM_DIMENSIONS = 384
/** What the model was trained with; a passage has fewer. */
const MAX_TOKENS = 256

/** all-MiniLM-L6-v2: the mean of what the last layer says of each token, at length 1. */
export class MiniLm {
  readonly #session: InferenceSession
  readonly #tokens: WordPiece

  private constructor(session: InferenceSession, tokens: WordPiece) {
    this.#session = session
    this.#tokens = tokens
  }

  static async load(folder: string, threads: number): Promise<MiniLm> {
    const file = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as {
      model: { vocab: Record<string, number> }
    }
    const session = await loadSession(join(folder, 'model_quantized.onnx'), { threads, arena: true })
    return new MiniLm(session, new WordPiece(file.model.vocab))
  }

  /** One text at a time: beside longer ones a short text would cost as much as they do. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    for (const text of texts) vectors.push(await this.#embedOne(text))
    return vectors
  }

  async #embedOne(text: string): Promise<Float32Array> {
    const tokens = this.#tokens.encode(text, MAX_TOKENS)
    const shape = [1, tokens.length]
    const output = await this.#session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(tokens.length).fill(1n), shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(tokens.length), shape),
    })
    const states = output.last_hidden_state!.data as Float32Array
    const sum = new Float32Array(MINI_LM_DIMENSIONS)
    for (let at = 0; at < states.length; at++) sum[at % MINI_LM_DIMENSIONS]! += states[at]!
    return toUnitLength(sum)
  }
}
