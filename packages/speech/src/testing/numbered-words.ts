import { msToSamples, samplesToMs } from '@livetap/audio'
import type { EngineAvailability, SpeechEngine } from '../engine'
import type { OnRecognition, RecognitionOptions, RecognitionResult, RecognitionStream } from '../recognition'

/** How a voice says numbered words: each is followed by a pause, and so many of them are one sentence. */
export interface WordRhythm {
  spokenMs: number
  periodMs: number
  wordsInASentence: number
}

export const QUICK_WORDS: WordRhythm = { spokenMs: 240, periodMs: 400, wordsInASentence: 5 }
/** Each a sentence: long enough for the length of a word to say how much of it is there. */
export const LONG_WORDS: WordRhythm = { spokenMs: 1_200, periodMs: 1_600, wordsInASentence: 1 }

/** The height of word 0's square wave; each further word is higher by a step. */
const LOWEST = 2_000
const STEP = 8
const HALF_WAVE = 32
const INTERIM_EVERY = msToSamples(320)

const textOf = (n: number) => `w${n}`

/** The numbers in a text of one or more words. */
export const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\bw(\d+)/gi)].map(([, n]) => Number(n))

/** A voice that says w0, w1, w2 … in an even rhythm: its sound between two moments of its own clock. */
export function numberedWords(fromMs: number, toMs: number, rhythm: WordRhythm = QUICK_WORDS): Int16Array {
  const period = msToSamples(rhythm.periodMs)
  const spoken = msToSamples(rhythm.spokenMs)
  const start = msToSamples(fromMs)
  return Int16Array.from({ length: msToSamples(toMs - fromMs) }, (_, index) => {
    const place = start + index
    if (place % period >= spoken) return 0
    const height = LOWEST + STEP * Math.floor(place / period)
    return Math.floor((place % period) / HALF_WAVE) % 2 === 0 ? height : -height
  })
}

/** The word that a sample belongs to; undefined for silence. */
export function numberAt(sample: number): number | undefined {
  const height = Math.abs(sample)
  return height < LOWEST - STEP ? undefined : Math.round((height - LOWEST) / STEP)
}

/**
 * Recognises exactly the words that are in the sound, wherever a stream begins, at no cost: what is lost of it, said twice
 * or cut in two is seen in the text. A word of which a part is missing has an exclamation mark.
 */
export class NumberedWords implements SpeechEngine {
  readonly name = 'nutcracker'
  readonly #streams = new Set<NumberedStream>()

  constructor(private readonly rhythm: WordRhythm = QUICK_WORDS) {}

  async availability(): Promise<EngineAvailability> {
    return { available: true, languages: ['en'], features: ['interims', 'word-times'] }
  }

  async open(options: RecognitionOptions, on: OnRecognition): Promise<RecognitionStream> {
    const stream = new NumberedStream(this.rhythm, options, on, () => this.#streams.delete(stream))
    this.#streams.add(stream)
    return stream
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) stream.abort()
  }
}

type NumberedWord = RecognitionResult['words'][number]

class NumberedStream implements RecognitionStream {
  readonly settlesSilence = true
  readonly #startMs: number
  #samples = 0
  /** The word that sounds now. */
  #word: { n: number; from: number } | undefined
  #sentence: NumberedWord[] = []
  #sentences = 0
  #interimAt = 0
  #isOver = false

  constructor(
    private readonly rhythm: WordRhythm,
    private readonly options: RecognitionOptions,
    private readonly on: OnRecognition,
    private readonly release: () => void,
  ) {
    this.#startMs = options.startMs ?? 0
  }

  get receivedMs(): number {
    return this.#timeOf(this.#samples)
  }

  get settledMs(): number {
    return this.#sentence[0]?.startMs ?? this.#timeOf(this.#word?.from ?? this.#samples)
  }

  write(pcm: Int16Array): boolean {
    if (this.#isOver) return true
    for (const sample of pcm) {
      const n = numberAt(sample)
      // Without a pause between them two words are two all the same.
      if (n !== this.#word?.n) this.#changeTo(n)
      this.#samples += 1
    }
    if (this.#word && this.#samples - this.#interimAt >= INTERIM_EVERY) this.#guess()
    return true
  }

  async end(): Promise<void> {
    if (this.#isOver) return
    this.#changeTo(undefined)
    this.#finish()
    this.abort()
  }

  abort(): void {
    this.#isOver = true
    this.release()
  }

  #changeTo(n: number | undefined): void {
    const ended = this.#word
    this.#word = n === undefined ? undefined : { n, from: this.#samples }
    this.#interimAt = this.#samples
    if (!ended) return
    this.#sentence.push(this.#wordOf(ended))
    if ((ended.n + 1) % this.rhythm.wordsInASentence === 0) this.#finish()
    else this.#guess()
  }

  #wordOf({ n, from }: { n: number; from: number }): NumberedWord {
    const isWhole = this.#samples - from >= msToSamples(this.rhythm.spokenMs)
    return {
      word: `${textOf(n)}${isWhole ? '' : '!'}`,
      startMs: this.#timeOf(from),
      endMs: this.#timeOf(this.#samples),
      confidence: 0.9,
    }
  }

  #guess(): void {
    this.#interimAt = this.#samples
    if (this.options.interims === false) return
    const words = this.#word ? [...this.#sentence, this.#wordOf(this.#word)] : [...this.#sentence]
    this.on({ type: 'interim', result: this.#result(words, false) })
  }

  #finish(): void {
    if (this.#sentence.length === 0) return
    const result = this.#result(this.#sentence, true)
    this.#sentence = []
    this.#sentences += 1
    this.on({ type: 'final', result })
  }

  #result(words: readonly NumberedWord[], isFinal: boolean): RecognitionResult {
    return {
      segmentId: `s${this.#sentences}`,
      isFinal,
      text: words.map(({ word }) => word).join(' '),
      startMs: words[0]!.startMs,
      endMs: words.at(-1)!.endMs,
      words: [...words],
      confidence: 0.9,
      speakerIds: [],
      languageCode: this.options.languageCode,
    }
  }

  #timeOf(samples: number): number {
    return Math.round(this.#startMs + samplesToMs(samples))
  }
}
