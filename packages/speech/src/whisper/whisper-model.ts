import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pcmToFloat, SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import { withGain } from '../audio/pcm'
import { loadDecoder } from '../onnx/load-decoder'
import { hasTextBefore } from '../onnx/loops'
import { type Hypothesis, logProbAt, SeqDecoder } from '../onnx/seq-decoder'
import { type InferenceSession, loadSession, Tensor } from '../onnx/session'
import type { Job, RecognizedText, WhisperSize } from '../pool/jobs'
import { tokenFrames } from './attention-times'
import { logMel, MEL_BANDS } from './log-mel'
import { shortenEncoder } from './shorten-encoder'
import { WhisperVocabulary, whisperTokens } from './whisper-tokens'

/** Sound of one pass. Longer would cost time even when there is none. */
const WHISPER_SECONDS = 12
const POSITIONS_PER_SECOND = 50
const VOCABULARY_SIZE = 51_865
const sizes: Record<WhisperSize, { layers: number; heads: number }> = {
  base: { layers: 6, heads: 8 },
  small: { layers: 12, heads: 12 },
}
const HEAD_SIZE = 64
const TOKENS_PER_SECOND = 9
/** A language below this is out of the question. */
const MIN_LIKELY = 0.005

/** Captions of the films it learned from, written over silence and music. */
const INVENTIONS =
  /^\W*(thank(s| you)( so much)? for watching|subtitles? (by|made)|sous-titr|untertitel|amara|\[.*\]$|\(.*\)$|\*.*\*$)/i

export class WhisperModel {
  readonly #encoder: InferenceSession
  readonly #decoder: SeqDecoder
  readonly #vocabulary: WhisperVocabulary
  readonly #seconds: number

  private constructor(
    encoder: InferenceSession,
    decoder: SeqDecoder,
    vocabulary: WhisperVocabulary,
    seconds: number,
  ) {
    this.#encoder = encoder
    this.#decoder = decoder
    this.#vocabulary = vocabulary
    this.#seconds = seconds
  }

  get #positions(): number {
    return this.#seconds * POSITIONS_PER_SECOND
  }

  static async load(
    folder: string,
    size: WhisperSize,
    threads: number,
    seconds = WHISPER_SECONDS,
  ): Promise<WhisperModel> {
    const model = join(folder, `whisper-${size}`)
    const { layers, heads } = sizes[size]
    const full = await readFile(join(model, 'onnx', 'encoder_model_quantized.onnx'))
    const short = shortenEncoder(full, seconds * POSITIONS_PER_SECOND, heads * HEAD_SIZE)
    const encoder = await loadSession(short, { threads, arena: false })
    const decoder = await loadDecoder(join(model, 'onnx', 'decoder_model_merged_quantized.onnx'), threads)
    const shape = {
      layers,
      heads,
      headSize: HEAD_SIZE,
      vocabulary: VOCABULARY_SIZE,
      endToken: whisperTokens.end,
    }
    return new WhisperModel(
      encoder,
      new SeqDecoder(decoder, { ...shape, draftsAfterCache: false }),
      await WhisperVocabulary.load(model),
      seconds,
    )
  }

  async recognize(job: Job<'whisper'>): Promise<RecognizedText> {
    const { samples, states } = await this.#encode(job.pcm)
    const isKnown = job.language && this.#vocabulary.languages.has(job.language)
    const language = isKnown ? job.language! : likeliest(await this.#likely(states))
    const prompt = this.#prompt(language, job.task)
    let noSpeech = 0
    const found = await this.#decoder.decode({
      states,
      prompt,
      draft: job.draft ?? [],
      limit: Math.ceil((samples.length / SAMPLE_RATE_HZ) * TOKENS_PER_SECOND) + 8,
      restrict: (logits, offset, position) => this.#restrict(logits, offset, position),
      afterStart: logits => {
        noSpeech = Math.exp(logProbAt(logits, 0, VOCABULARY_SIZE, whisperTokens.noSpeech))
      },
    })
    const text = this.#vocabulary.decode(found.tokens).trim()
    if (!isSpeech(text, found, noSpeech)) {
      return { text: '', words: [], timesEstimated: false, tokens: [], languageCode: language }
    }
    const words = this.#vocabulary.words(found.tokens, language)
    const timed = job.wordTimes && job.task === 'transcribe'
    const starts = timed ? await this.#times(states, prompt, found.tokens, samples.length) : undefined
    const endMs = samples.length / SAMPLES_PER_MS
    return {
      text,
      words: starts
        ? words.map(({ text: word, from, to }) => ({
            word,
            startMs: starts[from]!,
            endMs: Math.min(endMs, Math.max(starts[from]! + 20, starts[to] ?? endMs)),
            confidence: confidence(found.logProbs.slice(from, to)),
          }))
        : [],
      confidence: confidence(found.logProbs),
      timesEstimated: false,
      tokens: found.tokens,
      languageCode: language,
    }
  }

  /** How likely each language is, of what it knows; a handful at most. */
  async languages(pcm: Int16Array): Promise<[language: string, likely: number][]> {
    const likely = await this.#likely((await this.#encode(pcm)).states)
    return [...likely].filter(([, value]) => value >= MIN_LIKELY)
  }

  async #encode(pcm: Int16Array): Promise<{ samples: Float32Array; states: Tensor }> {
    const positions = this.#positions
    const samples = withGain(pcmToFloat(pcm)).subarray(0, this.#seconds * SAMPLE_RATE_HZ)
    const features = new Tensor('float32', logMel(samples, positions * 2), [1, MEL_BANDS, positions * 2])
    const { last_hidden_state } = await this.#encoder.run({ input_features: features }, ['last_hidden_state'])
    return { samples, states: last_hidden_state! }
  }

  #prompt(language: string, task: 'transcribe' | 'translate'): number[] {
    return [
      whisperTokens.start,
      this.#vocabulary.languages.get(language)!,
      whisperTokens[task],
      whisperTokens.noTimestamps,
    ]
  }

  /** How likely each language is beside the others. */
  async #likely(states: Tensor): Promise<Map<string, number>> {
    const out = await this.#decoder.pass(states, [whisperTokens.start], ['logits'])
    const logits = out.logits!.data as Float32Array
    const odds = [...this.#vocabulary.languages].map(([name, id]) => [name, Math.exp(logits[id]!)] as const)
    const all = odds.reduce((total, [, value]) => total + value, 0)
    return new Map(odds.map(([name, value]) => [name, value / all]))
  }

  #restrict(logits: Float32Array, offset: number, position: number): void {
    const forbid = (token: number) => {
      logits[offset + token] = Number.NEGATIVE_INFINITY
    }
    this.#vocabulary.suppressed.forEach(forbid)
    if (position === 0) this.#vocabulary.suppressedFirst.forEach(forbid)
    for (let token = whisperTokens.end + 1; token < VOCABULARY_SIZE; token++) forbid(token)
  }

  /** Start of each token, and of the end after the last, in milliseconds. */
  async #times(states: Tensor, prompt: number[], tokens: number[], samples: number): Promise<number[]> {
    const positions = this.#positions
    const sequence = [...prompt, ...tokens, whisperTokens.end]
    const layers = [...new Set(this.#vocabulary.alignmentHeads.map(([layer]) => layer))]
    const out = await this.#decoder.pass(
      states,
      sequence,
      layers.map(layer => `cross_attentions.${layer}`),
    )
    const frames = Math.max(1, Math.min(positions, Math.ceil(samples / 320)))
    const rows = tokens.length + 1
    // The row of a token is that of its predecessor, which predicts it.
    const first = prompt.length - 1
    const heads = this.#vocabulary.alignmentHeads.map(([layer, head]) => {
      const all = out[`cross_attentions.${layer}`]!.data as Float32Array
      const matrix = new Float32Array(rows * frames)
      for (let row = 0; row < rows; row++) {
        const start = (head * sequence.length + first + row) * positions
        matrix.set(all.subarray(start, start + frames), row * frames)
      }
      return matrix
    })
    return tokenFrames(heads, rows, frames).map(frame => frame * 20)
  }
}

function likeliest(likely: ReadonlyMap<string, number>): string {
  let best: [string, number] = ['en', 0]
  for (const one of likely) if (one[1] > best[1]) best = one
  return best[0]
}

function confidence(logProbs: readonly number[]): number | undefined {
  if (logProbs.length === 0) return undefined
  return Math.exp(logProbs.reduce((sum, value) => sum + value, 0) / logProbs.length)
}

function isSpeech(text: string, found: Hypothesis, noSpeech: number): boolean {
  if (!/[\p{L}\p{N}]/u.test(text) || INVENTIONS.test(text)) return false
  if (found.loopedTokens !== undefined && !hasTextBefore(found.tokens, found.loopedTokens)) return false
  const sure = confidence(found.logProbs) ?? 0
  return noSpeech > 0.6 ? sure > 0.6 : sure > 0.25
}
