import type { Sound } from '../audio/sound'

export interface SpeakerTurn {
  /** `'1'`, `'2'`, … in the order of first appearance. */
  speaker: string
  startMs: number
  endMs: number
}

export interface DiarizeOptions {
  /** When the number of speakers is known. */
  speakers?: number
  signal?: AbortSignal
}

/** Who speaks when, over a whole recording of one channel or several. */
export interface Diarizer {
  availability(): Promise<{ available: boolean; reason?: string }>
  diarize(channels: readonly Sound[], options?: DiarizeOptions): Promise<SpeakerTurn[]>
}
