import type { Highlight, TimeRange, Transcript } from '../model'
import { buildCueIndex, type CueIndex } from './cue-index'

function cuesOf(items: readonly TimeRange[], durationMs: number | undefined): CueIndex {
  const starts = Float64Array.from(items, item => item.startMs)
  const ends = Float64Array.from(items, item => item.endMs)
  return buildCueIndex(starts, ends, durationMs)
}

/** Items are positions in `transcript.utterances`. */
export function utteranceCues(transcript: Transcript, durationMs?: number): CueIndex {
  return cuesOf(transcript.utterances, durationMs)
}

/** Items are positions in the word table; of two words that start together the later in the text is current. */
export function wordCues(transcript: Transcript, durationMs?: number): CueIndex {
  return buildCueIndex(transcript.words.startMs, transcript.words.endMs, durationMs)
}

/** Items are positions in `highlights`, which are ordered by start, then by id. */
export function highlightCues(highlights: readonly Highlight[], durationMs?: number): CueIndex {
  return cuesOf(highlights, durationMs)
}
