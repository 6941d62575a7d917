import type { Highlight, TimeRange, Transcript, Utterance } from '../model'

const overlap = (one: TimeRange, other: TimeRange): boolean =>
  one.startMs < other.endMs && other.startMs < one.endMs

/** The part of an utterance's text that is said in the stretch; a word belongs where its middle lies. */
function textWithin(transcript: Transcript, utterance: Utterance, { startMs, endMs }: TimeRange): string {
  const { words } = transcript
  let from = -1
  let to = -1
  for (let word = utterance.firstWord; word < utterance.firstWord + utterance.wordCount; word++) {
    const middle = (words.startMs[word]! + words.endMs[word]!) / 2
    if (middle < startMs || middle > endMs) continue
    if (from < 0) from = words.textFrom[word]!
    to = words.textTo[word]!
  }
  return from < 0 ? '' : utterance.text.slice(from, to)
}

/** Highlights of corrected utterances with the words that stand there now; the same list when nothing was corrected. */
export function correctedHighlights(
  transcript: Transcript,
  highlights: readonly Highlight[],
): readonly Highlight[] {
  const edited = transcript.utterances.filter(utterance => utterance.edited)
  if (edited.length === 0) return highlights
  return highlights.map(highlight => {
    if (!edited.some(utterance => overlap(utterance, highlight))) return highlight
    const text = transcript.utterances
      .filter(utterance => overlap(utterance, highlight))
      .map(utterance => textWithin(transcript, utterance, highlight))
      .filter(Boolean)
      .join(' ')
    return text === '' ? highlight : { ...highlight, text }
  })
}
