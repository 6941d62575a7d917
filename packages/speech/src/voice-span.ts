/** A part of a recording in which somebody speaks. */
export interface VoiceSpan {
  startMs: number
  endMs: number
}
