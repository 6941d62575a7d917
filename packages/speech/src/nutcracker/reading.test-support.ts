import type { RecognizedText } from '../pool/jobs'

/** Words of 200 ms each, one after the other, with how sure the model was of each. */
export function reading(startMs: number, ...words: [word: string, confidence: number][]): RecognizedText {
  return {
    text: words.map(([word]) => word).join(' '),
    words: words.map(([word, confidence], index) => ({
      word,
      confidence,
      startMs: startMs + index * 200,
      endMs: startMs + index * 200 + 200,
    })),
    timesEstimated: false,
    tokens: [],
  }
}
