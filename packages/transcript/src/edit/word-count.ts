import type { Highlight, Transcript } from '../model'

/** Words by white space: what a reader would count. */
export function countWords(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/\S+/g)) count++
  return count
}

export function transcriptWordCount(transcript: Transcript): number {
  return transcript.words.count
}

export function highlightsWordCount(highlights: readonly Highlight[]): number {
  return highlights.reduce((sum, highlight) => sum + countWords(highlight.text), 0)
}
