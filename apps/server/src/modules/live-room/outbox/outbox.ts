import { setTimeout as wait } from 'node:timers/promises'
import type { HotwordMessageType } from '@livetap/contract'
import { isOutage } from '../../../platform/outage'
import type { LedgerEntry } from '../../events'
import { RoomLostError } from '../ownership/room-lease'
import type { Announced, RoomWrite } from './announcements.store'
import type { NumberedMessage } from './live-events.store'

/** A message to everyone in the room, before it has its number. */
export interface Announcement {
  type: HotwordMessageType
  /** Everything but type, meeting, ts and seq. */
  body: object
  /** Kept in the database before it is said, and sent again to clients that missed it. */
  durable: boolean
  /** What becomes true together with it. */
  write?: RoomWrite
  /** Its evidence, kept with it; of the moment at which it was pushed. */
  ledger?: LedgerEntry
  /** Interims of one utterance stand for each other: only the newest waits. */
  replaces?: string
  onSent?: (times: AnnouncedTimes) => void
}

/** By `performance.now()`. */
export interface AnnouncedTimes {
  pushedAt: number
  /** Its transaction, and of what was said with it; absent where nothing was kept. */
  commit?: { begunAt: number; endedAt: number }
  saidAt: number
}

export interface NumberedAnnouncement extends NumberedMessage {
  announcement: Announcement
}

export interface OutboxOptions {
  meetingId: string
  reserve: (count: number) => Promise<number>
  commit: (announced: Announced) => Promise<void>
  /** As it may be said at this moment. */
  prepare: (announcement: Announcement) => Announcement
  deliver: (message: NumberedAnnouncement) => void
  /** The meeting is another node's, or the database is there and does not take it, however often it is asked. */
  onStuck: (error: unknown) => void
  retries?: OutboxRetries
}

interface OutboxRetries {
  /** What the database refuses is repeated after each of these. */
  refusedMs: readonly number[]
  /** A database that is away is asked this often, for as long as it is away. */
  outageMs: number
}

const RESERVED_AT_ONCE = 10_000
const BATCH = 200
/** Interims beyond are not worth waiting. */
const MAX_WAITING = 1_000
const RETRIES: OutboxRetries = { refusedMs: [50, 200, 500, 1_000, 2_000, 4_000, 8_000], outageMs: 1_000 }

interface Waiting {
  announcement: Announcement
  ts: number
  pushedAt: number
}

/** Says everything in one order: what must last is in the database first, what follows waits behind it. */
export class Outbox {
  #waiting: Waiting[] = []
  #lastSeq = 0
  #reservedTo = 0
  #running: Promise<void> | undefined
  readonly #stopping = new AbortController()

  constructor(private readonly options: OutboxOptions) {}

  /** Numbers start above the last one that was sent. */
  async open(): Promise<void> {
    this.#reservedTo = await this.options.reserve(RESERVED_AT_ONCE)
    this.#lastSeq = this.#reservedTo - RESERVED_AT_ONCE
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  get isFull(): boolean {
    return this.#waiting.length > MAX_WAITING
  }

  push(announcement: Announcement): void {
    if (this.#stopped) return
    const { durable, replaces, ledger } = announcement
    if (replaces !== undefined) this.drop(replaces)
    if (!durable && !ledger && this.isFull) return
    this.#waiting.push({ announcement, ts: Date.now(), pushedAt: performance.now() })
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** An interim that was not said yet. */
  drop(replaces: string): void {
    this.#waiting = this.#waiting.filter(one => one.announcement.replaces !== replaces)
  }

  /** What waits and must not be said any more. */
  discard(isDiscarded: (announcement: Announcement) => boolean): void {
    this.#waiting = this.#waiting.filter(one => !isDiscarded(one.announcement))
  }

  /** Resolves when everything pushed so far is said. */
  async flush(): Promise<void> {
    while (this.#running) await this.#running
  }

  stop(): void {
    this.#stopping.abort()
    this.#waiting = []
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stopped) {
      const batch = this.#waiting.splice(0, BATCH)
      try {
        await this.#deliver(batch)
      } catch (error) {
        if (this.#stopped) return
        this.stop()
        this.options.onStuck(error)
      }
    }
  }

  async #deliver(batch: readonly Waiting[]): Promise<void> {
    if (this.#lastSeq + batch.length > this.#reservedTo) await this.#withRetry(() => this.#reserveMore())
    const numbered = batch.map(({ announcement, ts }) => this.#number(announcement, ts))
    const messages = numbered.filter(one => one.announcement.durable).map(stripped)
    const writes = numbered.map(one => one.announcement.write).filter(write => write !== undefined)
    const ledger = batch.flatMap(evidence)
    let commit: AnnouncedTimes['commit']
    if (messages.length > 0 || writes.length > 0 || ledger.length > 0) {
      const begunAt = performance.now()
      await this.#withRetry(() => this.options.commit({ messages, writes, ledger }))
      commit = { begunAt, endedAt: performance.now() }
    }
    for (const [at, one] of numbered.entries()) {
      if (this.#stopped) return
      this.options.deliver(one)
      one.announcement.onSent?.({ pushedAt: batch[at]!.pushedAt, commit, saidAt: performance.now() })
    }
  }

  #number(given: Announcement, ts: number): NumberedAnnouncement {
    const announcement = this.options.prepare(given)
    const { type, body } = announcement
    const seq = ++this.#lastSeq
    return {
      seq,
      type,
      message: { type, meeting: this.options.meetingId, ts, seq, ...body },
      announcement,
    }
  }

  async #reserveMore(): Promise<void> {
    this.#reservedTo = await this.options.reserve(RESERVED_AT_ONCE)
    this.#lastSeq = Math.max(this.#lastSeq, this.#reservedTo - RESERVED_AT_ONCE)
  }

  async #withRetry(action: () => Promise<void>): Promise<void> {
    const { refusedMs, outageMs } = this.options.retries ?? RETRIES
    for (let refusals = 0; ; ) {
      try {
        return await action()
      } catch (error) {
        const delayMs = isOutage(error) ? outageMs : refusedMs[refusals++]
        if (this.#stopped || delayMs === undefined || error instanceof RoomLostError) throw error
        await wait(delayMs, undefined, { signal: this.#stopping.signal })
      }
    }
  }
}

const evidence = ({ announcement: { ledger }, ts }: Waiting): LedgerEntry[] =>
  ledger ? [{ time: new Date(ts), ...ledger }] : []

const stripped = ({ seq, type, message }: NumberedAnnouncement): NumberedMessage => ({ seq, type, message })
