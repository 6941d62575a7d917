import type { Sound } from './audio/sound'
import type { VoiceSpan } from './voice-span'

export interface VoiceActivity {
  availability(): Promise<{ available: boolean; reason?: string }>
  /** The voiced parts of a whole recording. */
  detect(sound: Sound, signal?: AbortSignal): Promise<VoiceSpan[]>
}
