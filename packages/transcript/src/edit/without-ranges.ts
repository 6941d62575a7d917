import type { LiveTranscript } from '@livetap/contract'
import type { TimeRange } from '../model'

/** Something that was said, with its words. */
export interface Spoken extends TimeRange {
  readonly text: string
  readonly words: readonly unknown[]
}

interface ReadWord extends TimeRange {
  readonly text: string
}

/** Whether some of it lies in one of the ranges; a word without a length lies where it starts. */
export const touches = ({ startMs, endMs }: TimeRange, ranges: readonly TimeRange[]): boolean =>
  ranges.some(range => startMs < range.endMs && Math.max(endMs, startMs + 1) > range.startMs)

/**
 * What is left when the words that overlap a range are taken out: the same object when none does, undefined when
 * nothing is left. Where there are no words to tell by, all of it goes.
 */
export function withoutRanges<Said extends Spoken>(
  said: Said,
  ranges: readonly TimeRange[],
  read: (word: Said['words'][number]) => ReadWord,
): Said | undefined {
  if (!touches(said, ranges)) return said
  const words = said.words.map(read)
  const stays = words.map(word => !touches(word, ranges))
  if (words.length > 0 && stays.every(Boolean)) return said
  const first = stays.indexOf(true)
  const last = stays.lastIndexOf(true)
  if (first < 0) return undefined
  return {
    ...said,
    text: textOf(said.text, words, stays),
    words: said.words.filter((_, at) => stays[at]),
    startMs: first === 0 ? said.startMs : words[first]!.startMs,
    endMs: last === words.length - 1 ? said.endMs : words[last]!.endMs,
  }
}

/** The text between the words stays as it was written, where the words can be found in it. */
function textOf(text: string, words: readonly ReadWord[], stays: readonly boolean[]): string {
  const starts: number[] = []
  let from = 0
  for (const word of words) {
    const at = text.indexOf(word.text, from)
    if (at < 0)
      return words
        .filter((_, index) => stays[index])
        .map(one => one.text)
        .join(' ')
    starts.push(at)
    from = at + word.text.length
  }
  return words
    .map((_, at) => (stays[at] ? text.slice(starts[at], starts[at + 1]) : ''))
    .join('')
    .trim()
}

/** A live transcript as it reads without what lies in the ranges; its translations go with the words. */
export function liveTranscriptWithout(
  live: LiveTranscript,
  ranges: readonly TimeRange[],
): LiveTranscript | undefined {
  const { text, start_millis: startMs, end_millis: endMs, alignments: words } = live.transcript
  const said = { text, startMs, endMs, words }
  const left = withoutRanges(said, ranges, ({ word, start_millis, end_millis }) => ({
    text: word,
    startMs: start_millis,
    endMs: end_millis,
  }))
  if (left === said || !left) return left && live
  return {
    ...live,
    transcript: {
      ...live.transcript,
      text: left.text,
      start_millis: left.startMs,
      end_millis: left.endMs,
      alignments: [...left.words],
    },
    translations: {},
  }
}
