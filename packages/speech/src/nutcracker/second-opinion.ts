import { isClearCall } from '../hotword/wake-phrase'
import type { RecognizerPool } from '../pool/recognizer-pool'
import type { RecognitionResult } from '../recognition'
import { combine } from './combine'

/**
 * An English result that was in doubt, decoded again by Whisper and combined with the first word by word. `pcm` is the
 * sound of the segment with a little around it, its first sample at `startMs`. Undefined when Whisper recognises nothing, or would
 * have to know the assistant's name.
 */
export async function secondOpinion(
  pool: RecognizerPool,
  pcm: Int16Array,
  first: RecognitionResult,
  startMs: number,
): Promise<RecognitionResult | undefined> {
  if (isClearCall(first.text)) return undefined
  const job = { pcm, language: 'en', task: 'transcribe', wordTimes: true } as const
  const found = await pool.offlineWhisper.recognize(job, { priority: 'batch' })
  if (!found?.text) return undefined
  const shifted = found.words.map(word => ({
    ...word,
    startMs: Math.round(startMs + word.startMs),
    endMs: Math.round(startMs + word.endMs),
  }))
  const { text, words, confidence } = combine(
    { text: first.text, words: first.words, confidence: first.confidence, timesEstimated: false, tokens: [] },
    { ...found, words: shifted },
  )
  if (!text) return undefined
  return {
    ...first,
    text,
    words,
    confidence,
    startMs: words[0]?.startMs ?? first.startMs,
    endMs: words.at(-1)?.endMs ?? first.endMs,
  }
}
