import { SAMPLES_PER_MS } from '@livetap/audio'
import type { VoiceSpan } from '../voice-span'
import { VAD_WINDOW } from './silero'

export interface VoicedSettings {
  open: number
  close: number
  /** Shorter silence is bridged. */
  silenceMs: number
  padMs: number
  minMs?: number
}

const WINDOW_MS = VAD_WINDOW / SAMPLES_PER_MS

/** Voiced parts of a whole recording from its speech probabilities. */
export function voicedSpans(probabilities: Float32Array, settings: VoicedSettings): VoiceSpan[] {
  const { open, close, silenceMs, padMs, minMs = 60 } = settings
  const spans: VoiceSpan[] = []
  let start = -1
  let lastVoiced = 0
  const finish = () => {
    if (start >= 0 && lastVoiced - start >= minMs) spans.push({ startMs: start, endMs: lastVoiced })
    start = -1
  }
  probabilities.forEach((probability, index) => {
    const at = index * WINDOW_MS
    if (probability >= (start < 0 ? open : close)) {
      if (start < 0) start = at
      lastVoiced = at + WINDOW_MS
    } else if (start >= 0 && at - lastVoiced >= silenceMs) finish()
  })
  finish()
  const endMs = probabilities.length * WINDOW_MS
  const padded = spans.map(span => ({
    startMs: Math.max(0, span.startMs - padMs),
    endMs: Math.min(endMs, span.endMs + padMs),
  }))
  return padded.reduce<VoiceSpan[]>((merged, span) => {
    const last = merged.at(-1)
    if (last && span.startMs <= last.endMs) last.endMs = Math.max(last.endMs, span.endMs)
    else merged.push({ ...span })
    return merged
  }, [])
}
