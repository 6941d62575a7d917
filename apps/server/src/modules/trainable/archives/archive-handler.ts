import { join } from 'node:path'
import { texts } from '@livetap/contract'
import type { Log } from '../../../platform/log/log'
import { isDiskFull, isOutage, isStorageAway } from '../../../platform/outage'
import { ProgressWriter } from '../../../platform/progress-writer'
import type { Storage } from '../../../platform/storage/storage'
import { JobEndedError, type JobHandler, type JobLease, type JobsStore, WorkerLostError } from '../../jobs'
import { selectionOf } from './archive-selection'
import type { ArchivedShardsStore } from './archived-shards.store'
import { ARCHIVE_QUEUE, type ArchiveProgress, type ArchiveRow, type ArchivesStore } from './archives.store'
import { type PackedSoFar, type WrittenArchive, writeArchive } from './write-archive'

export interface ArchiveHandlerOptions {
  store: ArchivesStore
  jobs: Pick<JobsStore, 'retryLater'>
  shards: ArchivedShardsStore
  storage: Storage
  folder: string
  log: Log
  watch?: ArchiveWatch
}

/** For tests: called with each shard that was packed, and holds the packing as long as its promise is open. */
export type ArchiveWatch = (requestId: string, done: PackedSoFar) => Promise<void> | void

/** Meetings may be deleted while their shards are packed: then it is packed again, without them. */
const MAX_ATTEMPTS = 5

/** After each failure because the storage or the database was away, or a disk full: about half an hour in all. */
const RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 60_000, 300_000, 1_200_000]

/** Packs archives. */
export class ArchiveHandler implements JobHandler {
  readonly queue = ARCHIVE_QUEUE

  constructor(private readonly options: ArchiveHandlerOptions) {}

  async run(job: JobLease, signal: AbortSignal): Promise<void> {
    const { store, log } = this.options
    const archive = await store.find(job.subject)
    if (!archive) throw new JobEndedError('lost')
    const { count, bytes } = await this.#write(job, archive, signal)
    log.info({ archive: job.subject, shards: count, bytes }, 'archive packed')
  }

  async fail(job: JobLease, error: unknown): Promise<void> {
    const { store, jobs, log } = this.options
    const isPassing = isOutage(error) || isStorageAway(error) || isDiskFull(error)
    if (isPassing && (await jobs.retryLater(job, RETRY_DELAYS_MS)))
      return log.warn({ archive: job.subject, err: error }, 'archive is packed again later')
    log.error({ archive: job.subject, err: error }, texts.train.archiveDownloadIssue)
    const { message } = error as Error
    await store.fail(job, error instanceof WorkerLostError ? `${message} while it was packed` : message)
  }

  async #write(job: JobLease, archive: ArchiveRow, signal: AbortSignal): Promise<WrittenArchive> {
    const { store, shards, storage, folder, watch } = this.options
    const { request_id, region, filter, requested_by, created_at } = archive
    // A name per claim: a worker that was taken for dead and comes back overwrites nothing.
    const key = `archives/${request_id}/${job.token}.zip`
    const about = { region, filter, requestedBy: requested_by, requestedAt: created_at }
    const selection = selectionOf(region, filter)
    for (let attempt = 1; ; attempt++) {
      const { count: total, audioBytes } = await shards.totals(selection)
      const progress = new ProgressWriter<ArchiveProgress>(done => store.showProgress(job, done, total))
      await progress.begin({ count: 0, lengthMs: 0, bytes: 0 })
      try {
        const written = await writeArchive({
          shards: shards.read(selection),
          storage,
          key,
          folder: join(folder, `archive-${job.token}`),
          about: { title: 'Trainable utterances', ...about },
          signal,
          onPacked: async done => {
            await watch?.(request_id, done)
            progress.check()
            const bytes = total > 0 ? Math.round((audioBytes * done.count) / total) : 0
            progress.at({ count: done.count, lengthMs: done.lengthMs, bytes })
          },
        })
        await progress.settle()
        signal.throwIfAborted()
        if (await store.complete(job, key, written, written.meetingIds)) return written
        if (attempt === MAX_ATTEMPTS)
          throw new Error('Meetings were deleted again and again while their shards were packed')
      } catch (error) {
        await storage.delete(key).catch(() => undefined)
        throw error
      }
    }
  }
}
