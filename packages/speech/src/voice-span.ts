/** A part of a recording in which a person speaks. */
export interface VoiceSpan {
  startMs: number
  endMs: number
}
