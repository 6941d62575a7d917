import type { SpeakerText, TimedWord } from '@livetap/transcript'
import { countWords } from '@livetap/transcript'

/**
 * Who says what after an edit: each word stays with the speaker who was speaking at its time. A speaker whose
 * words are all gone says nothing any more.
 */
export function segmentsAfterEdit(
  segments: readonly SpeakerText[],
  before: readonly TimedWord[],
  after: readonly TimedWord[],
  newText: string,
): SpeakerText[] {
  const [only] = segments
  if (!only || segments.length === 1) return only ? [{ ...only, text: newText }] : []
  const starts: number[] = []
  let word = 0
  for (const segment of segments) {
    starts.push(before[Math.min(word, before.length - 1)]?.startMs ?? 0)
    word += countWords(segment.text)
  }
  const texts = segments.map((): string[] => [])
  for (const { text, startMs } of after) {
    let at = starts.length - 1
    while (at > 0 && starts[at]! > startMs) at -= 1
    texts[at]!.push(text)
  }
  return segments.flatMap((segment, i) =>
    texts[i]!.length > 0 ? [{ ...segment, text: texts[i]!.join(' ') }] : [],
  )
}
