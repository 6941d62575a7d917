import type { Sound } from './audio/sound'

export interface VoiceSpan {
  startMs: number
  endMs: number
}

export interface VoiceActivity {
  availability(): Promise<{ available: boolean; reason?: string }>
  /** The voiced parts of a whole recording. */
  detect(sound: Sound, signal?: AbortSignal): Promise<VoiceSpan[]>
}
