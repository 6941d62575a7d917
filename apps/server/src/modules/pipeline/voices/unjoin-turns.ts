import type { SpeakerTurn, VoiceSpan } from '@livetap/speech'

/** Turns found in parts that were heard as one, put back on the recording's clock; one that spans a seam becomes several. */
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
