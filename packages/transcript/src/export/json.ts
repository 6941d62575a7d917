import type { Highlight, Transcript } from '../model'
import { highlightToWire } from '../read/highlights'
import { speakersToWire, utteranceToWire } from './transcript-to-wire'

/** The file that Download writes and local mode reads back without loss. */
export function exportJson(transcript: Transcript, highlights: readonly Highlight[] = []): string {
  const results = transcript.utterances.map((_, position) => utteranceToWire(transcript, position))
  const speakers = speakersToWire(transcript)
  return JSON.stringify({
    results,
    speakers: speakers.length > 0 ? speakers : undefined,
    highlights: highlights.length > 0 ? highlights.map(highlightToWire) : undefined,
  })
}
