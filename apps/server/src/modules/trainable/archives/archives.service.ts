import type { ArchiveEstimate, ArchiveFilter, ArchiveInfo } from '@livetap/contract'
import { MEDIA_LIFETIME_MS, type MediaUrls } from '../../../platform/media/media-urls'
import { ServiceError } from '../../../platform/service-error'
import { selectionOf } from './archive-selection'
import type { ArchivedShardsStore } from './archived-shards.store'
import type { ArchiveRow, ArchivesStore } from './archives.store'

export interface ArchivesServiceOptions {
  store: ArchivesStore
  shards: ArchivedShardsStore
  mediaUrls: MediaUrls
  /** What a worker, on any node, may act on at once. */
  onQueued: (requestId: string) => void
  onCancelled: (requestId: string) => void
}

/** Archives as users see them: asked for, watched, cancelled, downloaded. */
export class ArchivesService {
  constructor(private readonly options: ArchivesServiceOptions) {}

  async estimate(region: string, filter: ArchiveFilter): Promise<ArchiveEstimate> {
    const { count, lengthMs, audioBytes } = await this.options.shards.totals(selectionOf(region, filter))
    return { count, length_ms: lengthMs, bytes: audioBytes }
  }

  /** The same request twice is one archive. */
  async request(
    requestId: string,
    region: string,
    filter: ArchiveFilter,
    { requestedBy, sessionId }: { requestedBy: string; sessionId: string },
  ): Promise<ArchiveInfo> {
    const { store, onQueued } = this.options
    const { count: total } = await this.estimate(region, filter)
    const isNew = await store.create({ requestId, region, filter, requestedBy, total })
    const archive = await this.#find(requestId)
    if (!isNew && (archive.region !== region || archive.requested_by !== requestedBy))
      throw new ServiceError('taken', 'This request id belongs to another archive')
    if (isNew) onQueued(requestId)
    return this.#shown(archive, sessionId)
  }

  async info(requestId: string, sessionId: string): Promise<ArchiveInfo> {
    return this.#shown(await this.#find(requestId), sessionId)
  }

  async list(region: string, sessionId: string): Promise<ArchiveInfo[]> {
    return (await this.options.store.list(region)).map(row => this.#shown(row, sessionId))
  }

  async cancel(requestId: string, sessionId: string): Promise<ArchiveInfo> {
    const { store, onCancelled } = this.options
    const isCancelled = await store.cancel(requestId)
    const archive = await this.#find(requestId)
    if (!isCancelled) throw new ServiceError('wrong_state', 'This archive is no longer being packed')
    onCancelled(requestId)
    return this.#shown(archive, sessionId)
  }

  async #find(requestId: string): Promise<ArchiveRow> {
    const row = await this.options.store.find(requestId)
    if (!row) throw new ServiceError('not_found', 'There is no archive with this request id')
    return row
  }

  #shown(row: ArchiveRow, sessionId: string): ArchiveInfo {
    const link = row.storage_key && this.#link(row.storage_key, row, sessionId)
    return {
      client_region: row.region,
      request_id: row.request_id,
      status: row.status,
      url: link || null,
      url_expires_at: link ? new Date(Date.now() + MEDIA_LIFETIME_MS).toISOString() : null,
      filter: row.filter,
      requested_by: row.requested_by,
      created_at: row.created_at.toISOString(),
      finished_at: row.finished_at?.toISOString() ?? null,
      count: row.count,
      total: row.total,
      length_ms: Number(row.length_ms),
      bytes: Number(row.bytes),
      reason: row.reason,
      error: row.error,
    }
  }

  #link(key: string, { region, created_at }: ArchiveRow, sessionId: string): string {
    const when = created_at.toISOString().slice(0, 19).replaceAll(':', '-')
    return this.options.mediaUrls.of(key, {
      sessionId,
      downloadName: `utterances__${region}__${when}.zip`,
    })
  }
}
