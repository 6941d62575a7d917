import { SAMPLES_PER_MS } from '@livetap/audio'
import { samplesIn, transcribe } from '@livetap/speech'
import { LONG_WORDS, NumberedWords, numberAt } from '@livetap/speech/testing'
import type { SpeechTools } from '../../modules/pipeline'

/** Whole recordings of `LONG_WORDS`. Calls are left as they were recognised live. */
export function numberedTools(): SpeechTools {
  const engine = new NumberedWords(LONG_WORDS)
  return {
    engine: engine.name,
    parallel: 1,
    async detectVoice(blocks, { signal, onProgress }) {
      let samples = 0
      let first: number | undefined
      let last = 0
      for await (const block of blocks) {
        signal.throwIfAborted()
        for (const [at, sample] of block.entries()) {
          if (numberAt(sample) === undefined) continue
          first ??= samples + at
          last = samples + at + 1
        }
        samples += block.length
        onProgress(samples)
      }
      const span = { startMs: (first ?? 0) / SAMPLES_PER_MS, endMs: last / SAMPLES_PER_MS }
      return first === undefined ? [] : [span]
    },
    detectLanguages: async () => new Map([['en', 1]]),
    recognize: (pcm, work) => transcribe(engine, pcm, work),
    missingForRecognition: async () => 'numbered words read no better the second time',
    secondOpinionMissing: async () => 'there is no second engine',
    secondOpinion: async () => undefined,
    diarizationMissing: async () => 'numbered words have no voice',
    voicePrint: async () => undefined,
    diarize: async sound => [{ speaker: '1', startMs: 0, endMs: samplesIn(sound) / SAMPLES_PER_MS }],
  }
}
