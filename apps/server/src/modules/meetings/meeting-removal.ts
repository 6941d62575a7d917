import { MEETING_LIVE, type MeetingStatus } from '@livetap/contract'
import type { Log } from '../../platform/log/log'
import type { Storage } from '../../platform/storage/storage'
import { waitAtMost } from '../../platform/wait-at-most'
import type { EventRecorder, LogPeopleStore } from '../events'
import { RETENTION } from './meeting'
import { endEntries } from './meeting-end'
import { meetingPrefix } from './meeting-files'
import type { MeetingsStore } from './meetings.store'

/** Lets go of what another module holds for a meeting (a job, an unfinished upload) before it is removed. */
export type ReleaseMeeting = (meetingId: string) => Promise<void>

export interface MeetingRemovalOptions {
  store: MeetingsStore
  storage: Storage
  events: EventRecorder
  people: Pick<LogPeopleStore, 'forget'>
  log: Log
  now?: () => number
}

const DAY_MS = 86_400_000
/** Writers for a deleted meeting have noticed by then. */
const LATE_WRITER_MS = 3_600_000
const BATCH = 100
/** For what was recorded of the meeting to reach the database. */
const FLUSH_MS = 2_000
const RUNNING: readonly MeetingStatus[] = [MEETING_LIVE, 'processing']

/**
 * Takes meetings away: text and shards with the row, then the files and the names of people in its log entries. What
 * was done, and by whom, stays in the ledger. What a crash or a late writer left behind is found again by `sweep`.
 */
export class MeetingRemoval {
  readonly #releases: ReleaseMeeting[] = []
  readonly #traces: ReleaseMeeting[] = []

  constructor(private readonly options: MeetingRemovalOptions) {}

  beforeRemoval(release: ReleaseMeeting): void {
    this.#releases.push(release)
  }

  /** What other modules keep of a meeting that is gone; done again by `sweep`, so it must bear a second time. */
  withTraces(remove: ReleaseMeeting): void {
    this.#traces.push(remove)
  }

  async remove(id: string, deletedBy: string): Promise<boolean> {
    const { store, events, log } = this.options
    for (const release of this.#releases) await release(id)
    const removed = await store.remove(id, deletedBy)
    if (!removed) return false
    const record = events.of(id)
    const { status, startedAt, endedAt, stage } = removed
    if (RUNNING.includes(status) && endedAt === null)
      record.add(endEntries({ reason: 'deleted', startedAt, stage, facts: { by: deletedBy } }))
    record.log('meetingDeleted', { deleted_by: deletedBy })
    record.ledger('meetingDeleted', { deleted_by: deletedBy })
    await waitAtMost(FLUSH_MS, events.written())
    await this.#removeTraces(id).catch(error =>
      log.warn(
        { meeting: id, err: error },
        'deleting files and names of a deleted meeting failed: next attempt at the next sweep',
      ),
    )
    return true
  }

  /** Removes what is older than the retention allows; answers how many meetings went. */
  async removeOlderThan(days: number): Promise<number> {
    const before = new Date((this.options.now ?? Date.now)() - days * DAY_MS)
    let removed = 0
    for (;;) {
      const ids = await this.options.store.endedBefore(before, BATCH)
      for (const id of ids) if (await this.remove(id, RETENTION)) removed += 1
      if (ids.length < BATCH) return removed
    }
  }

  async sweep(): Promise<void> {
    for (const id of await this.options.store.withFilesLeft(LATE_WRITER_MS)) {
      await this.#removeTraces(id)
      await this.options.store.filesDeleted(id)
    }
  }

  async #removeTraces(id: string): Promise<void> {
    await this.options.people.forget(id)
    for (const remove of this.#traces) await remove(id)
    for await (const { key } of this.options.storage.list(meetingPrefix(id)))
      await this.options.storage.delete(key)
  }
}
