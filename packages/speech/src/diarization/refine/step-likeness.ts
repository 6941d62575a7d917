import type { SpeechWindow, Voice } from '../clustering/two-stage-clustering'
import { type TimbreSums, timbreApart } from '../features/timbre'
import { cosine } from '../vectors'

/** A second around one place. There are many: no more is kept than it takes to name the speaker. */
export interface Step extends TimbreSums {
  vector: Float32Array
}

export interface PlacedWindow extends SpeechWindow {
  /** Its first frame. */
  from: number
}

/** The second network's features around a frame, where it ran. */
export function embeddingAround(
  windows: readonly PlacedWindow[],
  frame: number,
  windowFrames: number,
): Float32Array | undefined {
  const half = windowFrames / 2
  const apart = (window: PlacedWindow) => Math.abs(window.from + half - frame)
  let nearest: PlacedWindow | undefined
  for (const window of windows) if (!nearest || apart(window) < apart(nearest)) nearest = window
  return nearest && apart(nearest) < half ? nearest.embedding : undefined
}

/** How much a step is like a voice, by both networks where both listened, less what their timbre differs. */
export function likeness(
  step: Step,
  embedding: Float32Array | undefined,
  voice: Voice,
  timbreWeight: number,
): number {
  const alike = cosine(step.vector, voice.vector)
  const both = embedding && voice.embedding ? (alike + cosine(embedding, voice.embedding)) / 2 : alike
  return both - timbreWeight * timbreApart(step, voice.pool, 0)
}
