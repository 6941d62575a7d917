export interface VoiceSpan {
  startMs: number
  endMs: number
}

export interface VoiceActivity {
  availability(): Promise<{ available: boolean; reason?: string }>
  /** The voiced parts of a whole recording. */
  detect(pcm: Int16Array, signal?: AbortSignal): Promise<VoiceSpan[]>
}
