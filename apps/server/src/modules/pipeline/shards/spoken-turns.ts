import type { TimedWord } from '@livetap/transcript'
import type { ShardTurn } from '../../trainable'
import type { NewUtterance } from '../../transcripts'

/** A word with who said it; undefined where no one knows. */
export interface SpokenWord {
  word: TimedWord
  utterance: NewUtterance
  speakerId: string | undefined
}

/** A shorter pause between two words of one speaker belongs to the turn. */
const PAUSE_MS = 500

/** The words of an utterance, each with its speaker: its segments hold the same words in the same order. */
export function spokenWords(utterance: NewUtterance): SpokenWord[] {
  const { words, speakerIds, speakerSegments } = utterance
  const said = speakerSegments.flatMap(({ speakerId, text }) =>
    text
      .split(' ')
      .filter(Boolean)
      .map(() => speakerId),
  )
  // Words before the first known speaker are in no segment.
  const unknown = words.length - said.length
  const [only] = speakerIds.length === 1 ? speakerIds : []
  return words.map((word, at) => ({ word, utterance, speakerId: only ?? said[at - unknown] }))
}

/** Who speaks when, from the start of a shard on; empty where no word has a known speaker. */
export function turnsOf(words: readonly SpokenWord[], startMs: number, endMs: number): ShardTurn[] {
  const turns: ShardTurn[] = []
  for (const { word, speakerId } of words) {
    if (speakerId === undefined) continue
    const from = Math.max(word.startMs, startMs) - startMs
    const until = Math.min(word.endMs, endMs) - startMs
    if (until <= from) continue
    const last = turns.at(-1)
    if (last?.speakerId === speakerId && from - last.endMs < PAUSE_MS)
      last.endMs = Math.max(last.endMs, until)
    else turns.push({ speakerId, startMs: from, endMs: until })
  }
  return turns
}

/** The mean of the words; one of unknown confidence is as sure as its utterance. */
export function confidenceIn(words: readonly SpokenWord[]): number | undefined {
  const known = words.flatMap(({ word, utterance }) => word.confidence ?? utterance.confidence ?? [])
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0) / known.length
}
