import type { Sound } from '../audio/sound'

/** Turns are in order of their start; where two people speak at once, two of them overlap. */
export interface SpeakerTurn {
  /** `'1'`, `'2'`, … in the order of first appearance. */
  speaker: string
  startMs: number
  endMs: number
}

/** One person's voice as numbers: the vectors of both speaker networks, each for half, of length 1. */
export type VoicePrint = Float32Array

export interface DiarizeOptions {
  /** When the number of speakers is known. */
  speakers?: number
  signal?: AbortSignal
}

/** Who speaks when, over a whole recording of one channel or several. */
export interface Diarizer {
  availability(): Promise<{ available: boolean; reason?: string }>
  diarize(channels: readonly Sound[], options?: DiarizeOptions): Promise<SpeakerTurn[]>
  /** Of the one person who speaks in the sound; undefined with too little speech. */
  print(sound: Sound, signal?: AbortSignal): Promise<VoicePrint | undefined>
}
