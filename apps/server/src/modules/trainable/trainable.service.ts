import {
  decodeSyncKey,
  type EditedShard,
  encodeSyncKey,
  type Neighbours,
  type OrderedShards,
  type OrderedShardsQuery,
  type ShardPageWire,
  type ShardQuery,
  type ShardTranscriptWire,
  type ShardVersionWire,
  type ShardWire,
  type TrainingProgress,
  type UnplacedEdit,
  type Unusable,
} from '@livetap/contract'
import type { MediaUrls } from '../../platform/media/media-urls'
import type { Principal } from '../../platform/principal'
import { ServiceError } from '../../platform/service-error'
import type { EventRecorder } from '../events'
import type { MeetingsService } from '../meetings'
import type { UtterancesStore } from '../transcripts'
import { type HumanTranscripts, noSuchShard } from './corrections/human-transcripts'
import type { OrderedShardsStore } from './shards/ordered-shards.store'
import { filterOf } from './shards/query-filter'
import type { Shard } from './shards/shard'
import type { ShardEditsStore } from './shards/shard-edits.store'
import type { ShardPosition } from './shards/shard-filter'
import { cursorOf, placeAt } from './shards/shard-order.store'
import { originalWire, shardWire, transcriptWire, versionWire } from './shards/shard-wire'
import type { ShardsStore } from './shards/shards.store'
import { middleMs, spokenNearby } from './shards/spoken-nearby'
import type { TrainingProgressStore } from './training-progress.store'

export interface TrainableServiceOptions {
  shards: ShardsStore
  ordered: OrderedShardsStore
  edits: ShardEditsStore
  transcripts: HumanTranscripts
  progress: TrainingProgressStore
  utterances: UtterancesStore
  meetings: MeetingsService
  mediaUrls: MediaUrls
  events: EventRecorder
}

export interface PageRequest {
  limit: number
  syncKey: string | undefined
  /** Who sees it, and whose addresses the sounds get. */
  by: Principal
}

/** Utterances that reach over an edge of a shard by less than a word: they have nothing to say about what is around it. */
const MAX_ACROSS = 4

/** What trainers see of the shards, and what they do with them. */
export class TrainableService {
  constructor(private readonly options: TrainableServiceOptions) {}

  async list({ limit, sync_key, ...query }: ShardQuery, by: Principal): Promise<ShardPageWire> {
    const found = await this.options.shards.page(
      { ...filterOf(query), seenBy: by },
      {
        after: positionOf(sync_key),
        limit: limit + 1,
      },
    )
    return this.#page(found, { limit, syncKey: sync_key, by })
  }

  /** In an order that the caller chose; its cursor has nothing to do with sync keys. */
  async ordered({ limit, order, next, ...query }: OrderedShardsQuery, by: Principal): Promise<OrderedShards> {
    const after = next === undefined ? undefined : placeAt(order, next)
    if (next !== undefined && !after)
      throw new ServiceError('invalid', 'next: must come from an earlier page')
    const found = await this.options.ordered.page(
      { ...filterOf(query), seenBy: by },
      { order, after, limit: limit + 1 },
    )
    const shards = found.slice(0, limit)
    const last = shards.at(-1)
    return {
      audio: await this.#wire(shards, by.sessionId),
      next: last && found.length > limit ? cursorOf(order, last) : null,
    }
  }

  /** The shard, and behind it those of its meeting that follow in the listing. */
  async shard(id: string, wanted: PageRequest): Promise<ShardPageWire> {
    const { limit, syncKey, by } = wanted
    const shard = await this.find(id)
    const after = positionOf(syncKey)
    const following = await this.options.shards.page(
      { meetingId: shard.meetingId, seenBy: by },
      { after: after ?? shard, limit: after ? limit + 1 : limit },
    )
    return this.#page(after ? following : [shard, ...following], wanted)
  }

  /** By their start; with addresses of their sound where a session asks for them. */
  async ofMeeting(meetingId: string, sessionId: string | undefined): Promise<ShardTranscriptWire[]> {
    await this.options.meetings.get(meetingId)
    const shards = await this.options.shards.ofMeeting(meetingId)
    return shards.map(shard =>
      transcriptWire(shard, sessionId === undefined ? undefined : this.#uri(shard, sessionId)),
    )
  }

  async save(
    { id, region, basis }: { id: string; region: string; basis: number | undefined },
    text: string,
    by: string,
  ): Promise<EditedShard> {
    const shard = await this.find(id)
    if (shard.region !== region) throw noSuchShard()
    const { version } = await this.options.transcripts.record({
      shardId: id,
      text,
      by,
      source: 'trainer',
      basis,
    })
    const saved = (await this.options.edits.versions([id])).find(one => one.version === version)
    if (!saved) throw noSuchShard()
    return { id, ...versionWire(saved) }
  }

  /** Newest first; the recogniser's own text is the last. */
  async versions(id: string): Promise<ShardVersionWire[]> {
    const shard = await this.find(id)
    const versions = await this.options.edits.versions([id])
    return [...versions.map(versionWire), originalWire(shard)]
  }

  async markUnusable(id: string, reason: string, by: string): Promise<Unusable> {
    const at = new Date()
    await this.#mark(id, reason, by, at)
    return { reason, by, at: at.toISOString() }
  }

  unmarkUnusable(id: string, by: string): Promise<void> {
    return this.#mark(id, null, by, new Date())
  }

  async #mark(id: string, reason: string | null, by: string, at: Date): Promise<void> {
    const shard = await this.find(id)
    if (reason === null && shard.unusable === null) return
    if (!(await this.options.edits.mark(shard, reason, by, at))) throw noSuchShard()
    const fields = { shard_id: id, unusable: reason !== null, edited_by: by }
    this.options.events.of(shard.meetingId).ledger('shardMarked', fields)
  }

  async neighbours(id: string, count: number): Promise<Neighbours> {
    const { meetingId, startOffsetMs, endOffsetMs } = await this.find(id)
    const range = { startMs: startOffsetMs, endMs: endOffsetMs }
    const { before, after } = await this.options.utterances.around(meetingId, range, count + MAX_ACROSS)
    return {
      before: spokenNearby(before, word => middleMs(word) < startOffsetMs).slice(-count),
      after: spokenNearby(after, word => middleMs(word) >= endOffsetMs).slice(0, count),
    }
  }

  progress(region: string, since: Date, by: Principal): Promise<TrainingProgress> {
    return this.options.progress.since(region, since, by)
  }

  async unplaced(by: Principal, region: string, meetingId: string | undefined): Promise<UnplacedEdit[]> {
    const edits = await this.options.edits.unplaced(by, region, meetingId)
    return edits.map(edit => ({
      meeting_id: edit.meetingId,
      csi: edit.csi,
      start_offset_ms: edit.startOffsetMs,
      end_offset_ms: edit.endOffsetMs,
      transcript: edit.kind === 'transcript' ? edit.text : null,
      unusable_reason: edit.kind === 'unusable' ? edit.text : null,
      before: edit.before,
      created_by: edit.by,
      created_at: edit.at.toISOString(),
    }))
  }

  async find(id: string): Promise<Shard> {
    const shard = await this.options.shards.find(id)
    if (!shard) throw noSuchShard()
    return shard
  }

  /** `found` holds one more than the page where more follow. */
  async #page(found: readonly Shard[], { limit, syncKey, by }: PageRequest): Promise<ShardPageWire> {
    const shards = found.slice(0, limit)
    const last = shards.at(-1)
    return {
      audio: await this.#wire(shards, by.sessionId),
      has_more_results: found.length > limit,
      sync_key: last ? keyOf(last) : (syncKey ?? ''),
    }
  }

  async #wire(shards: readonly Shard[], sessionId: string): Promise<ShardWire[]> {
    const edited = shards.filter(({ version }) => version > 0).map(({ id }) => id)
    const versions = await this.options.edits.versions(edited)
    const ofShard = (id: string) => versions.filter(({ shardId }) => shardId === id)
    return shards.map(shard => shardWire(shard, this.#uri(shard, sessionId), ofShard(shard.id)))
  }

  #uri({ storageKey }: Shard, sessionId: string): string {
    return this.options.mediaUrls.of(storageKey, { sessionId })
  }
}

const keyOf = ({ isEvaluation, createdSecond, id }: Shard) =>
  encodeSyncKey({ evaluation: isEvaluation, seconds: createdSecond, id })

function positionOf(syncKey: string | undefined): ShardPosition | undefined {
  if (syncKey === undefined || syncKey === '') return undefined
  const key = decodeSyncKey(syncKey)
  if (!key) throw new ServiceError('invalid', 'sync_key: is no key of a listing')
  return { createdSecond: key.seconds, id: key.id }
}
