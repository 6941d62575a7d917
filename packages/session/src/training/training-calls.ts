import type {
  EditedShardRead,
  Neighbours,
  OrderedShards,
  ShardOrder,
  ShardPageRead,
  ShardQuery,
  ShardTranscript,
  ShardVersionWire,
  TrainingProgress,
  Unusable,
} from '@livetap/contract'
import {
  debugAudio,
  getShard,
  markUnusable,
  orderedShards,
  saveTrainingTranscript,
  shardNeighbours,
  shardVersions,
  trainableTranscripts,
  trainingProgress,
  unmarkUnusable,
  unplacedEdits,
} from '@livetap/contract/calls/trainable'
import type { ApiClient } from '../api-client'
import { type UnplacedCorrection, unplacedCorrection } from './unplaced-correction'

/** Which shards a list shows; what is absent filters nothing. */
export type TrainingFilter = Partial<Omit<ShardQuery, 'client_region' | 'sync_key' | 'limit'>>

interface PageRequest {
  region: string
  filter: TrainingFilter
  syncKey: string | undefined
  limit: number
}

interface OrderedRequest extends Omit<PageRequest, 'syncKey'> {
  order: ShardOrder
  next: string | undefined
}

/** Every call of the training screens. */
export class TrainingCalls {
  constructor(private readonly api: ApiClient) {}

  page({ region, filter, syncKey, limit }: PageRequest, signal?: AbortSignal): Promise<ShardPageRead> {
    const query = { ...filter, client_region: region, limit, sync_key: syncKey }
    return this.api.call(debugAudio, { query }, { signal })
  }

  /** Ours alone: an upstream knows no orders. */
  ordered(
    { region, filter, order, next, limit }: OrderedRequest,
    signal?: AbortSignal,
  ): Promise<OrderedShards> {
    const query = { ...filter, client_region: region, order, next, limit }
    return this.api.call(orderedShards, { query }, { signal })
  }

  /** By their start on the meeting's clock. */
  async ofMeeting(meetingId: string, signal?: AbortSignal): Promise<ShardTranscript[]> {
    const input = { params: { id: meetingId }, query: { audio_uri: true } }
    const { transcripts } = await this.api.call(trainableTranscripts, input, { signal })
    return transcripts.toSorted((a, b) => a.speech_result.start_millis - b.speech_result.start_millis)
  }

  shard(id: string, syncKey?: string, signal?: AbortSignal): Promise<ShardPageRead> {
    const query = syncKey ? { sync_key: syncKey, limit: 20 } : {}
    return this.api.call(getShard, { params: { id }, query }, { signal })
  }

  /** A fresh address of a shard's sound: signed ones live for minutes. */
  async soundOf(id: string): Promise<string> {
    return (await this.shard(id)).audio[0]?.uri ?? ''
  }

  /** Refused with 409 where the shard has a newer version than the one named; unchecked where none is known. */
  save(region: string, id: string, transcript: string, version?: number): Promise<EditedShardRead> {
    return this.api.call(saveTrainingTranscript, {
      query: { audio_id: id, client_region: region },
      headers: version === undefined ? {} : { 'if-match': `"${version}"` },
      body: { transcript },
    })
  }

  /** Newest first. */
  async versions(id: string, signal?: AbortSignal): Promise<ShardVersionWire[]> {
    return (await this.api.call(shardVersions, { params: { id } }, { signal })).versions
  }

  neighbours(id: string, signal?: AbortSignal): Promise<Neighbours> {
    return this.api.call(shardNeighbours, { params: { id }, query: { count: 1 } }, { signal })
  }

  markUnusable(id: string, reason: string): Promise<Unusable> {
    return this.api.call(markUnusable, { params: { id }, body: { reason } })
  }

  unmarkUnusable(id: string): Promise<void> {
    return this.api.send(unmarkUnusable, { params: { id } })
  }

  progress(region: string, since: Date, signal?: AbortSignal): Promise<TrainingProgress> {
    const query = { client_region: region, since: since.toISOString() }
    return this.api.call(trainingProgress, { query }, { signal })
  }

  /** Newest first; of one meeting, or of all in the region. */
  async unplaced(region: string, meetingId?: string, signal?: AbortSignal): Promise<UnplacedCorrection[]> {
    const query = { client_region: region, meeting_id: meetingId }
    const { edits } = await this.api.call(unplacedEdits, { query }, { signal })
    return edits.map(unplacedCorrection)
  }
}
