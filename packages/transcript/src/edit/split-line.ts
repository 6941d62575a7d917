import type { SpeakerText, TimedWord, TimeRange } from '../model'

/** What of a line is divided with it. */
export interface LineParts extends TimeRange {
  readonly text: string
  readonly words: readonly TimedWord[]
  readonly speakerSegments: readonly SpeakerText[]
}

interface Place {
  from: number
  to: number
}

/** Where each word is in the text; one that is not found is of no length, behind the one before. */
function placesOf(text: string, words: readonly string[]): Place[] {
  let at = 0
  return words.map(word => {
    const found = text.indexOf(word, at)
    if (found < 0) return { from: at, to: at }
    at = found + word.length
    return { from: found, to: at }
  })
}

function blankWords(text: string): Place[] {
  return Array.from(text.matchAll(/\S+/g), ({ index, 0: word }) => ({ from: index, to: index + word.length }))
}

/** Where the second line begins: at a word, never inside one. Undefined where one of the two would be empty. */
function cutAt(text: string, places: readonly Place[], at: number): number | undefined {
  const known = places.filter(({ from, to }) => to > from)
  const inside = known.find(({ from, to }) => from < at && at < to)
  const wanted = inside && inside !== known[0] ? inside.from : at
  const cut = known.find(({ from }) => from >= wanted && from > 0)?.from
  return cut !== undefined && text.slice(0, cut).trim() !== '' ? cut : undefined
}

/** Two lines of one, the second from the word at the character `at` on; undefined where that is no place between words. */
export function splitLine<T extends LineParts>(line: T, at: number): [T, T] | undefined {
  const { text, words, speakerSegments } = line
  const placed = placesOf(
    text,
    words.map(word => word.text),
  )
  const cut = cutAt(text, words.length > 1 ? placed : blankWords(text), at)
  if (cut === undefined) return undefined
  const texts = [text.slice(0, cut).trim(), text.slice(cut).trim()] as const
  const count = placed.filter(({ from }) => from < cut).length
  const own = [words.slice(0, count), words.slice(count)] as const
  const share = line.startMs + ((line.endMs - line.startMs) * cut) / text.length
  const endMs = Math.round(own[0].at(-1)?.endMs ?? share)
  const startMs = Math.round(own[1][0]?.startMs ?? share)
  const [first, second] = splitSegments(speakerSegments, texts, text.length)
  return [
    { ...line, text: texts[0], words: own[0], speakerSegments: first, endMs: Math.max(line.startMs, endMs) },
    {
      ...line,
      text: texts[1],
      words: own[1],
      speakerSegments: second,
      startMs: Math.min(Math.max(line.startMs, startMs), line.endMs),
    },
  ]
}

/** Who says what of each half, by the places of the speakers' texts in the line's. */
function splitSegments(
  segments: readonly SpeakerText[],
  [first, second]: readonly [string, string],
  length: number,
): [SpeakerText[], SpeakerText[]] {
  const [only] = segments
  if (!only) return [[], []]
  if (segments.length === 1) return [[{ ...only, text: first }], [{ ...only, text: second }]]
  const halves: [SpeakerText[], SpeakerText[]] = [[], []]
  // Counted without blanks: the texts of a line and of its speakers differ in nothing else.
  const lettersOfFirst = letters(first)
  let used = 0
  for (const segment of segments) {
    const size = letters(segment.text)
    const left = Math.max(0, Math.min(size, lettersOfFirst - used))
    used += size
    const cut = left >= size ? segment.text.length : placeOfLetter(segment.text, left)
    const parts = [segment.text.slice(0, cut).trim(), segment.text.slice(cut).trim()]
    parts.forEach((text, half) => {
      if (text !== '') halves[half]!.push({ ...segment, text })
    })
  }
  const isWhole = halves.every(half => half.length > 0) && length > 0
  return isWhole ? halves : [[{ ...only, text: first }], [{ ...segments.at(-1)!, text: second }]]
}

const letters = (text: string): number => text.replace(/\s+/g, '').length

function placeOfLetter(text: string, count: number): number {
  let at = 0
  for (let left = count; left > 0 && at < text.length; at++) if (!/\s/.test(text[at]!)) left -= 1
  return at
}
