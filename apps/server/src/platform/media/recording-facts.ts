export const MAX_RECORDING_HOURS = 24

export interface RecordingFacts {
  format: string
  /** As the header says; null where it says nothing. */
  durationMs: number | null
  audio: { codec: string; sampleRate: number; channels: number }
  video: { codec: string; pixels: string; width: number; height: number } | null
}

export interface SourceFile {
  path: string
  /** Without its dot. */
  ending: string
}
