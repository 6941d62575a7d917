import type { DisplayRow, SearchResult, Transcript } from '@livetap/transcript'

type Trust = 'low' | 'middle'
type Found = 'match' | 'current'

/** A run of text that looks the same throughout. */
interface TextPiece {
  readonly from: number
  readonly to: number
  /** Position in the word table; absent between words and where words need no element of their own. */
  readonly word?: number
  readonly found?: Found
  readonly trust?: Trust
}

export interface Marking {
  /** Words get elements of their own, which the playing one is marked on. */
  readonly hasWords: boolean
  readonly search: SearchResult | undefined
  /** Number of the match that is stepped to. */
  readonly currentMatch: number
  readonly showsTrust: boolean
}

/** Below these a word is marked as uncertain; the legend names them. */
export const LOW = 0.6
export const MIDDLE = 0.85

function trustOf(confidence: number | undefined): Trust | undefined {
  if (confidence === undefined || Number.isNaN(confidence) || confidence >= MIDDLE) return undefined
  return confidence < LOW ? 'low' : 'middle'
}

/** Cuts characters [from, to) of a row wherever its look changes: mostly one piece, so mostly one text node. */
export function textPieces(
  transcript: Transcript,
  row: DisplayRow,
  from: number,
  to: number,
  marking: Marking,
): TextPiece[] {
  const { textFrom, textTo, confidence } = transcript.words
  const cuts = new Set([from, to])
  const cut = (a: number, b: number) => {
    if (a > from && a < to) cuts.add(a)
    if (b > from && b < to) cuts.add(b)
  }
  const words: number[] = []
  for (let word = row.firstWord; word < row.lastWord; word++) {
    if (textTo[word]! <= from || textFrom[word]! >= to) continue
    const trust = marking.showsTrust ? trustOf(confidence?.[word]) : undefined
    if (!marking.hasWords && !trust) continue
    words.push(word)
    cut(textFrom[word]!, textTo[word]!)
  }
  const matches = matchesIn(row.utterance, marking)
  for (const match of matches) cut(match.from, match.to)

  const edges = [...cuts].sort((a, b) => a - b)
  const pieces: TextPiece[] = []
  let w = 0
  let m = 0
  for (let i = 0; i + 1 < edges.length; i++) {
    const start = edges[i]!
    const end = edges[i + 1]!
    while (w < words.length && textTo[words[w]!]! <= start) w++
    while (m < matches.length && matches[m]!.to <= start) m++
    const word = words[w]
    const isWord = word !== undefined && textFrom[word]! <= start
    const match = matches[m]
    const trust = isWord && marking.showsTrust ? trustOf(confidence?.[word]) : undefined
    pieces.push({
      from: start,
      to: end,
      word: isWord && marking.hasWords ? word : undefined,
      found: match && match.from <= start ? match.found : undefined,
      trust,
    })
  }
  return pieces
}

function matchesIn(utterance: number, { search, currentMatch }: Marking) {
  if (!search || search.count === 0) return []
  const { first, last } = search.inUtterance(utterance)
  const found: { from: number; to: number; found: Found }[] = []
  for (let number = first; number < last; number++) {
    const match = search.at(number)
    if (match)
      found.push({ from: match.from, to: match.to, found: number === currentMatch ? 'current' : 'match' })
  }
  return found
}
