import type { Log } from '../../../platform/log/log'
import type { StoredUtterance, UtterancesStore } from '../../transcripts'
import { isInside, isSameVoice, type ShardSpan, type Voice } from '../shards/same-sound'
import type { ShardsStore } from '../shards/shards.store'
import { middleMs } from '../shards/spoken-nearby'
import type { HumanTranscripts } from './human-transcripts'

export interface HostCorrectionsOptions {
  shards: ShardsStore
  utterances: UtterancesStore
  transcripts: HumanTranscripts
  log: Log
}

/** Where a meeting's own text was corrected, the shards that hold those utterances whole get the text too. */
export class HostCorrections {
  constructor(private readonly options: HostCorrectionsOptions) {}

  /** The correction itself is kept already: a failure here is logged and nothing more. */
  async follow(corrected: StoredUtterance, by: string): Promise<void> {
    try {
      await this.#follow(corrected, by)
    } catch (error) {
      this.options.log.warn(
        { meeting: corrected.meetingId, utterance: corrected.id, err: error },
        'a correction did not reach the training data',
      )
    }
  }

  async #follow(corrected: StoredUtterance, by: string): Promise<void> {
    const { shards, utterances, transcripts } = this.options
    for (const shard of await shards.inRange(corrected.meetingId, corrected)) {
      if (!isSameVoice(corrected, shard)) continue
      const range = { startMs: shard.startOffsetMs, endMs: shard.endOffsetMs }
      const text = wholeText(shard, corrected.id, await utterances.inRange(corrected.meetingId, range))
      if (text !== undefined) await transcripts.record({ shardId: shard.id, text, by, source: 'host' })
    }
  }
}

/** The text of a shard by its utterances; nothing where it cuts through one of them or lacks the corrected one. */
export function wholeText(
  shard: Voice & ShardSpan,
  correctedId: string,
  utterances: readonly StoredUtterance[],
): string | undefined {
  const own = utterances.filter(utterance => isSameVoice(utterance, shard))
  const heard = own.filter(({ words }) => words.some(word => isInside(shard, middleMs(word))))
  if (!heard.some(({ id }) => id === correctedId)) return undefined
  if (!heard.every(({ words }) => words.every(word => isInside(shard, middleMs(word))))) return undefined
  return heard.map(({ text }) => text).join(' ')
}
