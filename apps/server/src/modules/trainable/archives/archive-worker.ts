import { join } from 'node:path'
import { texts } from '@livetap/contract'
import type { Log } from '../../../platform/log/log'
import { oneAtATime } from '../../../platform/one-at-a-time'
import { ProgressWriter } from '../../../platform/progress-writer'
import type { Storage } from '../../../platform/storage/storage'
import type { OwnNode } from '../../nodes'
import { selectionOf } from './archive-selection'
import type { ArchivedShardsStore } from './archived-shards.store'
import type { ArchiveProgress, ArchivesStore, ClaimedArchive } from './archives.store'
import { type PackedSoFar, type WrittenArchive, writeArchive } from './write-archive'

export interface ArchiveWorkerOptions {
  node: OwnNode
  store: ArchivesStore
  shards: ArchivedShardsStore
  storage: Storage
  folder: string
  log: Log
  watch?: ArchiveWatch | undefined
}

/** For tests: called with each utterance that was packed, and holds the packing as long as its promise is open. */
export type ArchiveWatch = (requestId: string, done: PackedSoFar) => Promise<void> | void

/** An archive over which this many workers died is not tried by another one. */
const MAX_TAKEOVERS = 3
/** Meetings may be deleted while their utterances are packed: then it is packed again, without them. */
const MAX_ATTEMPTS = 5
const KEPT_MS = 7 * 86_400_000

/** The archive was cancelled, or another worker has it. */
class ArchiveLostError extends Error {
  override readonly name = 'ArchiveLostError'
  readonly reason = 'lost'
}

/** Packs archives, one at a time; what a dead worker left is claimed by the next one that looks. */
export class ArchiveWorker {
  readonly #options: ArchiveWorkerOptions
  readonly #work
  #running: { archive: ClaimedArchive; controller: AbortController } | undefined
  #stopped = false

  constructor(options: ArchiveWorkerOptions) {
    this.#options = options
    this.#work = oneAtATime(
      () => this.#packAll(),
      error => options.log.warn({ err: error }, 'looking for archives failed'),
    )
    // Beats are the clock of takeovers too; nobody waits for the packing.
    options.node.onBeat(alive => {
      if (!alive) this.#running?.controller.abort(new ArchiveLostError('the heartbeat is late'))
      else if (!this.#work.isRunning) this.wake()
    })
  }

  wake(): void {
    void this.#work.run()
  }

  /** It was cancelled. */
  end(requestId: string): void {
    if (this.#running?.archive.requestId === requestId)
      this.#running.controller.abort(new ArchiveLostError('the archive was cancelled'))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#running?.controller.abort(new Error('the worker stops'))
    await this.#work.stop()
  }

  async #packAll(): Promise<void> {
    const { store, node, storage } = this.#options
    for (const key of await store.expire(KEPT_MS)) await storage.delete(key)
    while (!this.#stopped && !node.isDraining) {
      const archive = await store.claim(node.pod, node.times.silentMs)
      if (!archive) return
      await this.#pack(archive)
    }
  }

  async #pack(archive: ClaimedArchive): Promise<void> {
    const { store, log } = this.#options
    const controller = new AbortController()
    this.#running = { archive, controller }
    const about = { archive: archive.requestId }
    try {
      if (archive.takeovers > MAX_TAKEOVERS)
        throw new Error(`Its worker died ${archive.takeovers} times while it was packed`)
      const written = await this.#write(archive, controller.signal)
      log.info({ ...about, utterances: written.count, bytes: written.bytes }, 'archive packed')
    } catch (error) {
      const cause = controller.signal.aborted ? controller.signal.reason : error
      if (cause instanceof ArchiveLostError) log.info(about, 'archive is no longer ours')
      else if (this.#stopped) await store.release(archive)
      else {
        log.error({ ...about, err: cause }, texts.train.archiveDownloadIssue)
        await store.fail(archive, cause instanceof Error ? cause.message : String(cause))
      }
    } finally {
      this.#running = undefined
    }
  }

  async #write(archive: ClaimedArchive, signal: AbortSignal): Promise<WrittenArchive> {
    const { store, shards, storage, folder, watch } = this.#options
    const { requestId, token, region, filter, requestedBy, createdAt } = archive
    // A name per attempt: a worker that was taken for dead and comes back overwrites nothing.
    const key = `archives/${requestId}/${token}.zip`
    const selection = selectionOf(region, filter)
    for (let attempt = 1; ; attempt++) {
      const { count: total, audioBytes } = await shards.totals(selection)
      const progress = new ProgressWriter<ArchiveProgress>(async done => {
        if (!(await store.showProgress(archive, done, total))) throw new ArchiveLostError('another has it')
      })
      try {
        const written = await writeArchive({
          shards: shards.read(selection),
          storage,
          key,
          folder: join(folder, `archive-${token}`),
          about: { title: 'Trainable utterances', region, filter, requestedBy, requestedAt: createdAt },
          signal,
          onPacked: async done => {
            await watch?.(requestId, done)
            progress.check()
            const bytes = total > 0 ? Math.round((audioBytes * done.count) / total) : 0
            progress.at({ count: done.count, lengthMs: done.lengthMs, bytes })
          },
        })
        await progress.settle()
        signal.throwIfAborted()
        const completion = await store.complete(archive, key, written, written.meetingIds)
        if (completion === 'completed') return written
        if (completion === 'lost') throw new ArchiveLostError('another has it')
        if (attempt === MAX_ATTEMPTS)
          throw new Error('Meetings were deleted again and again while their utterances were packed')
      } catch (error) {
        await storage.delete(key).catch(() => undefined)
        throw error
      }
    }
  }
}
