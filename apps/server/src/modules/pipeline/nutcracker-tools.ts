import { setTimeout as wait } from 'node:timers/promises'
import { languageOf } from '@livetap/contract'
import {
  type Diarizer,
  type NutcrackerEngine,
  type RecognitionResult,
  SpeechError,
  secondOpinion,
  transcribe,
  type VadState,
  type VoiceSpan,
} from '@livetap/speech'
import type { SpeechTools } from './speech-tools'
import { VoiceSpans } from './voices/voice-spans'

const WINDOW = 512
/** Nothing this quiet is speech; the network need not be asked. */
const FAINT = 8
const FULL_WAIT_MS = 500

/** Speech by the product's own engine. */
export function nutcrackerTools(engine: NutcrackerEngine, diarizer?: Diarizer): SpeechTools {
  const { pool } = engine

  /** A recording waits for a place instead of being refused like a live stream. */
  const whenThereIsRoom = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof SpeechError) || error.reason !== 'capacity') throw error
        await wait(FULL_WAIT_MS, undefined, { signal })
      }
    }
  }

  const secondOpinionMissing = async (languageCode: string) => {
    if (languageOf(languageCode) !== 'en') return 'the second engine is the first one in this language'
    const { features } = await engine.availability()
    return features.includes('language-detection') ? undefined : 'the second engine is not installed'
  }

  return {
    engine: engine.name,
    parallel: 2,

    async detectVoice(blocks, { signal, onProgress }): Promise<VoiceSpan[]> {
      const { available, reason } = await engine.availability()
      if (!available) throw new SpeechError('unavailable', reason ?? 'The engine is not available')
      const spans = new VoiceSpans()
      let state: VadState | undefined
      const hear = async (pcm: Int16Array) => {
        const heard = await pool.run('vad', { pcm, state }, { priority: 'batch' })
        return { state: heard?.state, probabilities: heard?.probabilities ?? [] }
      }
      let heardSamples = 0
      let rest = new Int16Array(0)
      for await (const block of blocks) {
        signal.throwIfAborted()
        const joined = rest.length ? concat(rest, block) : block
        const whole = joined.length - (joined.length % WINDOW)
        rest = joined.slice(whole)
        const pcm = joined.subarray(0, whole)
        if (isFaint(pcm)) {
          state = undefined
          spans.push(new Float32Array(whole / WINDOW))
        } else {
          // A copy of its own: only these samples cross to the other process.
          const heard = await hear(pcm.slice())
          state = heard.state
          spans.push(heard.probabilities)
        }
        heardSamples += block.length
        onProgress(heardSamples)
      }
      if (rest.length > 0) {
        const last = new Int16Array(WINDOW)
        last.set(rest)
        spans.push((await hear(last)).probabilities)
      }
      return spans.finish()
    },

    async detectLanguages(pcm, { signal }) {
      const { features } = await engine.availability()
      if (!features.includes('language-detection')) return undefined
      signal.throwIfAborted()
      const found = await pool.run('languages', { pcm }, { priority: 'batch' })
      return found && new Map(found.likely.map(([language, likely]) => [languageOf(language), likely]))
    },

    recognize: (pcm, work): Promise<RecognitionResult[]> =>
      whenThereIsRoom(work.signal, () => transcribe(engine, pcm, work)),

    /** Live captions are made by Moonshine and the base Whisper: only another engine can read better. */
    async missingForRecognition(languageCode) {
      if (languageOf(languageCode) === 'en') return await secondOpinionMissing(languageCode)
      const { size, reason } = await pool.offlineWhisper.choose()
      return size === 'small' ? undefined : `the live engine is the only one: ${reason}`
    },

    secondOpinionMissing,

    async secondOpinion(pcm, first, { startMs, signal }) {
      signal.throwIfAborted()
      return await secondOpinion(pool, pcm, first, startMs)
    },

    async diarizationMissing() {
      if (!diarizer) return 'no diarization here'
      const { available, reason } = await diarizer.availability()
      return available ? undefined : (reason ?? 'diarization is not available')
    },

    async diarize(sound, { signal }) {
      return (await diarizer?.diarize([sound], { signal })) ?? []
    },

    voicePrint: async (sound, { signal }) => await diarizer?.print(sound, signal),
  }
}

const isFaint = (pcm: Int16Array) => pcm.every(sample => sample <= FAINT && sample >= -FAINT)

function concat(a: Int16Array, b: Int16Array): Int16Array {
  const joined = new Int16Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
