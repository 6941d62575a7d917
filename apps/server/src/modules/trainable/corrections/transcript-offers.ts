import type { TranscriptOffer } from '@livetap/contract'
import { retimeWords, type TimedWord } from '@livetap/transcript'
import type { StoredUtterance } from '../../transcripts'
import { isInside, isSameVoice, type ShardSpan, type Voice } from '../shards/same-sound'
import type { HumanText } from '../shards/shard'
import { middleMs } from '../shards/spoken-nearby'

/** A shard that a trainer gave a text, with the recogniser's words. */
export interface CorrectedShard extends Voice, ShardSpan {
  id: string
  words: readonly TimedWord[]
  human: HumanText
}

interface Draft {
  utterance: StoredUtterance
  words: TimedWord[]
  shards: CorrectedShard[]
}

/**
 * What the utterances of a meeting would be with the trainers' texts: words outside the shards stay, those inside are
 * the trainer's, each with the utterance that was being spoken at its time. What the host decided later stays.
 */
export function transcriptOffers(
  utterances: readonly StoredUtterance[],
  shards: readonly CorrectedShard[],
): TranscriptOffer[] {
  const drafts = utterances.map(
    (utterance): Draft => ({ utterance, words: [...utterance.words], shards: [] }),
  )
  for (const shard of shards) replaceWords(drafts, shard)
  return drafts.flatMap(({ utterance, words, shards: used }) => {
    const offered = words.map(({ text }) => text).join(' ')
    const newest = used.toSorted((a, b) => b.human.at.getTime() - a.human.at.getTime())[0]
    if (!newest || offered === '' || offered === utterance.text) return []
    return [
      {
        utterance_id: utterance.id,
        version: utterance.version,
        text: utterance.text,
        offered,
        by: newest.human.by,
        at: newest.human.at.toISOString(),
        shard_ids: used.map(({ id }) => id),
      },
    ]
  })
}

function replaceWords(drafts: readonly Draft[], shard: CorrectedShard): void {
  const touched = drafts.filter(
    ({ utterance, words }) =>
      isSameVoice(utterance, shard) && words.some(word => isInside(shard, middleMs(word))),
  )
  if (touched.some(({ utterance: { editedAt } }) => editedAt !== null && editedAt > shard.human.at)) return
  const said = retimeWords(shard.words, shard.human.text, {
    startMs: shard.startOffsetMs,
    endMs: shard.endOffsetMs,
  })
  const starts = touched.map(({ words }) => words.find(word => isInside(shard, middleMs(word)))!.startMs)
  const given = touched.map((): TimedWord[] => [])
  for (const word of said) {
    let at = starts.length - 1
    while (at > 0 && starts[at]! > middleMs(word)) at -= 1
    given[at]?.push(word)
  }
  for (const [at, draft] of touched.entries()) {
    const before = draft.words.filter(word => middleMs(word) < shard.startOffsetMs)
    const after = draft.words.filter(word => middleMs(word) >= shard.endOffsetMs)
    draft.words = [...before, ...given[at]!, ...after]
    draft.shards.push(shard)
  }
}
