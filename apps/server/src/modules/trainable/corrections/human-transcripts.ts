import type { HumanSource } from '@livetap/contract'
import { ServiceError } from '../../../platform/service-error'
import type { EventRecorder } from '../../events'
import type { Shard } from '../shards/shard'
import type { ShardEditsStore } from '../shards/shard-edits.store'
import type { ShardsStore } from '../shards/shards.store'

export interface NewHumanTranscript {
  shardId: string
  text: string
  by: string
  source: HumanSource
  /** The version that the text was made of; absent: what the shard is at. */
  basis?: number
}

export interface HumanTranscriptsOptions {
  shards: ShardsStore
  edits: ShardEditsStore
  events: EventRecorder
}

/** Another writer can be faster only so often. */
const ATTEMPTS = 5

/** Gives shards their texts. */
export class HumanTranscripts {
  constructor(private readonly options: HumanTranscriptsOptions) {}

  /** The shard as it is then. The text it has already changes nothing; it confirms what the recogniser heard. */
  async record({ shardId, text, by, source, basis }: NewHumanTranscript): Promise<Shard> {
    const { shards, edits, events } = this.options
    for (let attempt = 1; ; attempt += 1) {
      const shard = await shards.find(shardId)
      if (!shard) throw noSuchShard()
      if (basis !== undefined && basis !== shard.version) throw newerVersion(shard)
      if (shard.human?.text === text) return shard
      const version = await edits.record(shard, shard.version, { text, by, source })
      if (version) {
        const fields = { shard_id: shardId, version: version.version, source, edited_by: by }
        events.of(shard.meetingId).ledger('shardEdited', fields)
        return {
          ...shard,
          version: version.version,
          human: { text, by, source, at: version.at, kind: version.kind },
          updatedAt: version.at,
        }
      }
      if (attempt === ATTEMPTS) throw newerVersion(shard)
    }
  }
}

const newerVersion = ({ version, human }: Shard) =>
  new ServiceError(
    'newer_version',
    human
      ? `${human.by} has changed this text meanwhile: version ${version} of ${human.at.toISOString()} is the newest`
      : `This utterance was processed again meanwhile: version ${version} is the newest`,
  )

export const noSuchShard = () => new ServiceError('not_found', 'There is no such shard')
