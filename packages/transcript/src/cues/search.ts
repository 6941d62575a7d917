import type { Transcript } from '../model'
import { countUpTo } from './cue-index'
import { foldOffsets, foldText } from './fold-text'
import { wordAtCharacter } from './word-at'

/** More matches than anyone steps through; `capped` says when a search stopped there. */
const MAX_MATCHES = 100_000
/** Folding turns line breaks into blanks, so that no query can match across it. */
const SEPARATOR = '\n'

export interface SearchMatch {
  readonly utterance: number
  /** Characters [from, to) of the utterance's text. */
  readonly from: number
  readonly to: number
  /** Words [firstWord, lastWord) of the word table that the match touches. */
  readonly firstWord: number
  readonly lastWord: number
}

export interface SearchResult {
  readonly count: number
  readonly capped: boolean
  /** The match with this number, in reading order. */
  at(match: number): SearchMatch | undefined
  /** Numbers [first, last) of the matches inside an utterance: what a row marks. */
  inUtterance(utterance: number): { first: number; last: number }
  /** Number of the first match in this utterance or after it; `count` when there is none. */
  firstFrom(utterance: number): number
}

export interface TranscriptSearch {
  find(query: string): SearchResult
}

/** Folds the whole transcript once; every search after that is one pass over one string. */
export function createSearch(transcript: Transcript): TranscriptSearch {
  const { utterances } = transcript
  const folded: string[] = []
  const begins = new Uint32Array(utterances.length + 1)
  const shifted = new Set<number>()
  utterances.forEach((utterance, i) => {
    const fold = foldText(utterance.text)
    folded.push(fold.text)
    if (fold.shifted) shifted.add(i)
    begins[i + 1] = begins[i]! + fold.text.length + SEPARATOR.length
  })
  const haystack = folded.join(SEPARATOR)
  // Stepping through one utterance's matches must not map its text again for each.
  let mapped: { utterance: number; offsets: Uint32Array } | undefined

  function sourceRange(utterance: number, from: number, to: number): [number, number] {
    if (!shifted.has(utterance)) return [from, to]
    if (mapped?.utterance !== utterance) {
      mapped = { utterance, offsets: foldOffsets(utterances[utterance]!.text) }
    }
    const { offsets } = mapped
    const start = offsets[from]!
    // A match inside an unfolded ligature still marks the whole character.
    let next = to
    while (offsets[next] === offsets[to - 1]) next++
    return [start, offsets[next]!]
  }

  return {
    find(query) {
      const needle = foldText(query.trim()).text.replace(/ +/g, ' ')
      const positions = positionsOf(haystack, needle)
      const firstFrom = (utterance: number) =>
        begins[utterance] === 0 ? 0 : countUpTo(positions, (begins[utterance] ?? haystack.length) - 1)
      return {
        count: positions.length,
        capped: positions.length === MAX_MATCHES,
        at(match) {
          const position = positions[match]
          if (position === undefined) return undefined
          const utterance = countUpTo(begins, position) - 1
          const start = position - begins[utterance]!
          const [from, to] = sourceRange(utterance, start, start + needle.length)
          return { utterance, from, to, ...wordsTouched(transcript, utterance, from, to) }
        },
        inUtterance: utterance => ({ first: firstFrom(utterance), last: firstFrom(utterance + 1) }),
        firstFrom,
      }
    },
  }
}

function positionsOf(haystack: string, needle: string): Uint32Array {
  if (needle === '') return new Uint32Array(0)
  const positions: number[] = []
  let at = haystack.indexOf(needle)
  while (at >= 0 && positions.length < MAX_MATCHES) {
    positions.push(at)
    at = haystack.indexOf(needle, at + needle.length)
  }
  return Uint32Array.from(positions)
}

function wordsTouched(transcript: Transcript, utterance: number, from: number, to: number) {
  const end = transcript.utterances[utterance]!.firstWord + transcript.utterances[utterance]!.wordCount
  const touched = wordAtCharacter(transcript, utterance, from)
  const firstWord = touched < 0 ? end : touched
  let lastWord = firstWord
  while (lastWord < end && transcript.words.textFrom[lastWord]! < to) lastWord++
  return { firstWord, lastWord }
}
