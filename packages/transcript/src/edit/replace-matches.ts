import type { SearchResult } from '../cues/search'
import type { Transcript } from '../model'

/** The texts of utterances after every match, or the one of that number, gave way to other words. */
export function replaceMatches(
  transcript: Transcript,
  result: SearchResult,
  replacement: string,
  only?: number,
): { id: string; text: string }[] {
  const changes: { id: string; text: string }[] = []
  const first = only ?? 0
  const last = only === undefined ? result.count : only + 1
  for (let number = last - 1; number >= first; number--) {
    const match = result.at(number)
    const utterance = match && transcript.utterances[match.utterance]
    if (!match || !utterance) continue
    // Backwards, so that the places before a match stay where they were.
    let change = changes.find(({ id }) => id === utterance.id)
    if (!change) {
      change = { id: utterance.id, text: utterance.text }
      changes.push(change)
    }
    change.text = change.text.slice(0, match.from) + replacement + change.text.slice(match.to)
  }
  return changes.reverse()
}
