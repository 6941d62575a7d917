import { type Loop, loopAtEnd } from './loops'
import { type InferenceSession, Tensor } from './session'

export interface DecoderShape {
  layers: number
  heads: number
  headSize: number
  vocabulary: number
  endToken: number
  /** Whether several tokens at once may follow a cache; some exports mask them wrongly. */
  draftsAfterCache: boolean
}

export interface Hypothesis {
  /** Without prompt and end. */
  tokens: number[]
  /** Natural logarithms of the model's probabilities, one a token. */
  logProbs: number[]
  /** Of the end after the last token; absent when decoding ran into its limit. */
  endLogProb?: number
  /** The decoder fell into a loop and was stopped: of these tokens the last so many were said over and over. */
  loopedTokens?: number
}

export interface DecodeRequest {
  states: Tensor
  prompt: readonly number[]
  draft: readonly number[]
  limit: number
  /** Forbids tokens by writing into the row of logits that starts at `offset`. */
  restrict?: (logits: Float32Array, offset: number, position: number) => void
  /** Gets the logits that begin with those of the prompt's first token. */
  afterStart?: (logits: Float32Array) => void
}

type Cache = Record<string, Tensor>

function argmaxAt(logits: Float32Array, offset: number, size: number): number {
  let best = 0
  let top = Number.NEGATIVE_INFINITY
  for (let i = 0; i < size; i++) {
    const value = logits[offset + i]!
    if (value > top) {
      top = value
      best = i
    }
  }
  return best
}

export function logProbAt(logits: Float32Array, offset: number, size: number, token: number): number {
  let top = Number.NEGATIVE_INFINITY
  for (let i = 0; i < size; i++) top = Math.max(top, logits[offset + i]!)
  let sum = 0
  for (let i = 0; i < size; i++) sum += Math.exp(logits[offset + i]! - top)
  return logits[offset + token]! - top - Math.log(sum)
}

/** Its piece once. */
function withoutLoop({ tokens, logProbs }: Hypothesis, { size, times }: Loop): Hypothesis {
  const length = tokens.length - size * (times - 1)
  return { tokens: tokens.slice(0, length), logProbs: logProbs.slice(0, length), loopedTokens: size }
}

/** What is left of the draft after the model chose `token` where the draft has its item `at`. */
function resume(draft: readonly number[], at: number, token: number): number[] {
  for (let skip = at + 1; skip <= at + 3 && skip < draft.length; skip++) {
    if (draft[skip] === token) return draft.slice(skip + 1)
  }
  return draft.slice(at + 1)
}

function trimmed(tensor: Tensor, length: number): Tensor {
  const [, heads, cached, width] = tensor.dims as [number, number, number, number]
  if (cached === length) return tensor
  const data = tensor.data as Float32Array
  const out = new Float32Array(heads * length * width)
  for (let head = 0; head < heads; head++) {
    out.set(data.subarray(head * cached * width, (head * cached + length) * width), head * length * width)
  }
  return new Tensor('float32', out, [1, heads, length, width])
}

/** A merged encoder-decoder export with its cache of keys and values (Moonshine, Whisper). */
export class SeqDecoder {
  readonly #session: InferenceSession
  readonly #emptyCache: Cache = {}
  readonly #firstOutputs: string[]
  readonly #nextOutputs: string[]

  constructor(
    session: InferenceSession,
    readonly shape: DecoderShape,
  ) {
    this.#session = session
    for (let layer = 0; layer < shape.layers; layer++) {
      for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value']) {
        const dims = [0, shape.heads, 1, shape.headSize]
        this.#emptyCache[`past_key_values.${layer}.${part}`] = new Tensor(
          'float32',
          new Float32Array(0),
          dims,
        )
      }
    }
    // Attentions are as large as the sound is long: nothing is fetched that is not used.
    this.#firstOutputs = session.outputNames.filter(name => /^(logits|present)/.test(name))
    this.#nextOutputs = this.#firstOutputs.filter(name => !name.includes('.encoder.'))
  }

  /**
   * Greedy decoding. A draft (an earlier or a smaller model's guess) is checked many tokens at a time;
   * it changes how fast the answer comes and never what it is.
   */
  async decode(request: DecodeRequest): Promise<Hypothesis> {
    const { states, prompt, draft, limit, restrict, afterStart } = request
    const { vocabulary, endToken } = this.shape
    const found: Hypothesis = { tokens: [], logProbs: [] }
    let cache = this.#emptyCache
    let cached = 0
    let input = [...prompt, ...draft.slice(0, limit)]
    let used = prompt.length - 1
    for (;;) {
      const outputs = cached > 0 ? this.#nextOutputs : this.#firstOutputs
      const out = await this.#run(states, input, cache, cached > 0, outputs)
      const logits = out.logits!.data as Float32Array
      if (cached === 0) afterStart?.(logits)
      let next: number[] | undefined
      while (!next) {
        const offset = used * vocabulary
        restrict?.(logits, offset, found.tokens.length)
        const token = argmaxAt(logits, offset, vocabulary)
        const logProb = logProbAt(logits, offset, vocabulary, token)
        used += 1
        if (token === endToken) {
          found.endLogProb = logProb
          return found
        }
        found.tokens.push(token)
        found.logProbs.push(logProb)
        const loop = loopAtEnd(found.tokens)
        if (loop) return withoutLoop(found, loop)
        if (found.tokens.length >= limit) return found
        if (used === input.length) next = [token]
        else if (input[used] !== token) {
          next = this.shape.draftsAfterCache ? [token, ...resume(input, used, token)] : [token]
        }
      }
      cached += used
      cache = this.#advance(cache, out, cached)
      input = next
      used = 0
    }
  }

  /** The model's logarithmic probability of each of these tokens after the prompt. */
  async score(states: Tensor, prompt: readonly number[], tokens: readonly number[]): Promise<number[]> {
    const out = await this.#run(states, [...prompt, ...tokens], this.#emptyCache, false, ['logits'])
    const logits = out.logits!.data as Float32Array
    const { vocabulary } = this.shape
    return tokens.map((token, i) =>
      logProbAt(logits, (prompt.length - 1 + i) * vocabulary, vocabulary, token),
    )
  }

  /** One pass over a whole sequence for the named outputs. */
  pass(states: Tensor, sequence: readonly number[], outputs: readonly string[]) {
    return this.#run(states, sequence, this.#emptyCache, false, outputs)
  }

  #run(
    states: Tensor,
    input: readonly number[],
    cache: Cache,
    useCache: boolean,
    outputs: readonly string[],
  ): Promise<InferenceSession.OnnxValueMapType> {
    return this.#session.run(
      {
        input_ids: new Tensor('int64', BigInt64Array.from(input, BigInt), [1, input.length]),
        encoder_hidden_states: states,
        use_cache_branch: new Tensor('bool', [useCache], [1]),
        ...cache,
      },
      outputs,
    )
  }

  #advance(cache: Cache, out: InferenceSession.OnnxValueMapType, length: number): Cache {
    const next: Cache = {}
    for (const name of Object.keys(cache)) {
      const fresh = out[name.replace('past_key_values', 'present')] as Tensor | undefined
      if (!fresh) next[name] = cache[name]!
      else next[name] = name.includes('.decoder.') ? trimmed(fresh, length) : fresh
    }
    return next
  }
}
