import type { SpeakerTurn, VoiceSpan } from '@livetap/speech'
import type { PcmFile } from './pcm-file'

/** The voiced parts of a recording, one behind the other. */
export async function joinVoiced(file: PcmFile, spans: readonly VoiceSpan[]): Promise<Int16Array> {
  const samples = spans.reduce((sum, { startMs, endMs }) => sum + Math.round((endMs - startMs) * 16), 0)
  const joined = new Int16Array(samples)
  let at = 0
  for (const { startMs, endMs } of spans) {
    const part = await file.read(startMs, endMs)
    const room = joined.subarray(at)
    joined.set(part.length > room.length ? part.subarray(0, room.length) : part, at)
    at += part.length
  }
  return joined
}

/** Turns found in the joined sound, put back on the recording's clock; one that spans a seam becomes several. */
export function unjoinTurns(turns: readonly SpeakerTurn[], spans: readonly VoiceSpan[]): SpeakerTurn[] {
  const found: SpeakerTurn[] = []
  for (const turn of turns) {
    let joinedStart = 0
    for (const span of spans) {
      const joinedEnd = joinedStart + span.endMs - span.startMs
      const startMs = Math.max(turn.startMs, joinedStart)
      const endMs = Math.min(turn.endMs, joinedEnd)
      const shift = span.startMs - joinedStart
      if (endMs > startMs)
        found.push({ speaker: turn.speaker, startMs: startMs + shift, endMs: endMs + shift })
      joinedStart = joinedEnd
    }
  }
  return found
}
