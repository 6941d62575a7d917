import { SAMPLES_PER_MS } from '@livetap/audio'
import { samplesIn, transcribe } from '@livetap/speech'
import { ScriptedEngine } from '@livetap/speech/testing'
import type { SpeechTools } from '../speech-tools'

/** Every so often a person speaks for four seconds; the pause between is long enough to part two chunks. */
export const SCRIPT_PERIOD_MS = 8_000

const script = {
  repeatEveryMs: SCRIPT_PERIOD_MS,
  segments: [
    { startMs: 500, endMs: 2_000, text: 'hello from here', confidence: 0.95 },
    { startMs: 2_200, endMs: 4_000, text: 'okay eva action item buy milk', confidence: 0.5 },
  ],
}

/** Says the same words in every recording, from the recording's own length. The second segment is always in doubt. */
export function scriptedTools(): SpeechTools {
  const engine = new ScriptedEngine(script)
  return {
    engine: engine.name,
    parallel: 1,
    async detectVoice(blocks, { signal, onProgress }) {
      let samples = 0
      for await (const block of blocks) {
        signal.throwIfAborted()
        samples += block.length
        onProgress(samples)
      }
      const spans = []
      for (let at = 0; at + 4_000 <= samples / SAMPLES_PER_MS; at += SCRIPT_PERIOD_MS)
        spans.push({ startMs: at + 500, endMs: at + 4_000 })
      return spans
    },
    detectLanguages: async () => new Map([['en', 1]]),
    recognize: (pcm, work) => transcribe(engine, pcm, work),
    missingForRecognition: async () => undefined,
    secondOpinionMissing: async () => undefined,
    secondOpinion: async (_, first) => ({
      ...first,
      text: `${first.text} again`,
      words: [
        ...first.words,
        { word: 'again', startMs: first.endMs - 1, endMs: first.endMs, confidence: 0.9 },
      ],
    }),
    diarizationMissing: async () => undefined,
    voicePrint: async () => undefined,
    diarize: async sound =>
      Array.from({ length: Math.ceil(samplesIn(sound) / SAMPLES_PER_MS / SCRIPT_PERIOD_MS) }, (_, index) => ({
        speaker: String((index % 2) + 1),
        startMs: index * SCRIPT_PERIOD_MS,
        endMs: index * SCRIPT_PERIOD_MS + 4_200,
      })),
  }
}
