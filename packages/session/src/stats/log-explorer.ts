import {
  type LogEntryWire,
  type LogHistogram,
  type Service,
  type Severity,
  STATS_LINK_LEAD_MS,
} from '@livetap/contract'
import { logHistogram, searchLogs } from '@livetap/contract/calls/diagnostics'
import { getMeeting } from '@livetap/contract/calls/meetings'
import type { ApiClient } from '../api-client'
import { isCancelled } from '../api-error'
import { Scope } from '../scope'
import { Store } from '../store'

export interface LogQuery {
  meeting?: string
  metric?: string
  pod?: string
  text?: string
  service?: Service
  severity?: Severity
  from?: string
  to?: string
  /** Instead of `from` and `to`: the last so many milliseconds, counted back from each question. */
  lastMs?: number
  /** Instead of both: from the start of the meeting on. */
  ofMeeting?: true
}

export interface LogExplorerState {
  /** Newest first. */
  readonly entries: readonly LogEntryWire[]
  /** Whether there are older ones. */
  readonly hasOlder: boolean
  readonly loading: boolean
  /** The first question was answered. */
  readonly isReady: boolean
  readonly error: Error | undefined
  readonly histogram: LogHistogram | undefined
  readonly following: boolean
}

export interface LogExplorerOptions {
  api: ApiClient
  query: LogQuery
  followMs?: number
}

const FOLLOW_MS = 2_000
/** While following, the oldest beyond these leave the list. */
const MAX_FOLLOWED = 2_000
const PAGE = 500
/** One file, and not the whole store. */
const MAX_SAVED = 50_000
/** Read back for the first error. */
const MAX_ERROR_PAGES = 20

/** What one query finds in the logs: pages of entries, how they lie over time, and what is written meanwhile. */
export class LogExplorer extends Store<LogExplorerState> {
  readonly #options: LogExplorerOptions
  readonly #scope = new Scope()
  #next: string | null = null
  #stopTimer: (() => void) | undefined
  #meetingStart: Promise<string | undefined> | undefined

  constructor(options: LogExplorerOptions) {
    super({
      entries: [],
      hasOlder: false,
      loading: false,
      isReady: false,
      error: undefined,
      histogram: undefined,
      following: false,
    })
    this.#options = options
  }

  readonly search = async (): Promise<void> => {
    await this.#guarded(async () => {
      const [page] = await Promise.all([this.#page(), this.#count()])
      this.#next = page.next
      this.set({ entries: page.entries, hasOlder: page.next !== null, isReady: true })
    })
  }

  readonly older = async (): Promise<void> => {
    if (this.#next === null) return
    await this.#guarded(async () => {
      const page = await this.#page(this.#next ?? undefined)
      this.#next = page.next
      this.set({ entries: [...this.getSnapshot().entries, ...page.entries], hasOlder: page.next !== null })
    })
  }

  readonly follow = (following: boolean): void => {
    this.#stopTimer?.()
    this.set({ following })
    const poll = () => void this.#poll()
    this.#stopTimer = following ? this.#scope.timeout(poll, this.#options.followMs ?? FOLLOW_MS) : undefined
  }

  /** The oldest error that the query finds; the list goes back to it. */
  readonly firstError = async (): Promise<LogEntryWire | undefined> => {
    const isError = ({ severity }: { severity: Severity }) => severity === 'ERROR'
    const buckets = this.getSnapshot().histogram?.buckets.filter(isError) ?? []
    const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0)
    for (let page = 0; page < MAX_ERROR_PAGES; page++) {
      const { entries, hasOlder, error } = this.getSnapshot()
      if (!hasOlder || error || entries.filter(isError).length >= count) break
      await this.older()
    }
    return this.getSnapshot().entries.findLast(isError)
  }

  /** Everything that the query finds, as lines of JSON, up to 50,000. */
  readonly asLines = async (signal?: AbortSignal): Promise<string> => {
    const lines: string[] = []
    let before: string | undefined
    do {
      const page = await this.#page(before, PAGE, signal)
      for (const entry of page.entries) lines.push(`${JSON.stringify(entry)}\n`)
      before = page.next ?? undefined
    } while (before && lines.length < MAX_SAVED)
    return lines.join('')
  }

  readonly dispose = (): void => {
    this.#scope.dispose()
  }

  async #poll(): Promise<void> {
    try {
      const [page] = await Promise.all([this.#page(), this.#count()])
      const known = new Set(this.getSnapshot().entries.map(({ id }) => id))
      const fresh = page.entries.filter(({ id }) => !known.has(id))
      // More was written than one page holds: what lies between would be missing, so the list begins anew.
      const isGap = fresh.length === page.entries.length && page.next !== null
      if (isGap) this.#next = page.next
      const entries = isGap ? page.entries : [...fresh, ...this.getSnapshot().entries].slice(0, MAX_FOLLOWED)
      this.set({ entries, hasOlder: this.#next !== null, error: undefined })
    } catch (error) {
      if (isCancelled(error)) return
      this.set({ error: error as Error })
    }
    if (this.getSnapshot().following && !this.#scope.disposed) this.follow(true)
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    this.set({ loading: true })
    try {
      await work()
      this.set({ loading: false, error: undefined })
    } catch (error) {
      if (!isCancelled(error)) this.set({ loading: false, error: error as Error })
    }
  }

  async #filters() {
    const { lastMs, ofMeeting, ...filters } = this.#options.query
    if (lastMs !== undefined) return { ...filters, from: new Date(Date.now() - lastMs).toISOString() }
    if (!ofMeeting) return filters
    this.#meetingStart ??= this.#startOf(filters.meeting ?? '')
    return { ...filters, from: await this.#meetingStart }
  }

  /** Without it (the meeting was deleted, or another deployment has it) the server says from when on. */
  async #startOf(id: string): Promise<string | undefined> {
    try {
      const { start } = await this.#options.api.call(getMeeting, { params: { id } }, this.#scope)
      return start ? new Date(Date.parse(start) - STATS_LINK_LEAD_MS).toISOString() : undefined
    } catch (error) {
      if (isCancelled(error)) throw error
      return undefined
    }
  }

  async #page(before?: string, limit?: number, signal: AbortSignal = this.#scope.signal) {
    const query = { ...(await this.#filters()), before, limit }
    return await this.#options.api.call(searchLogs, { query }, { signal })
  }

  /** The list does not wait for it and does not fail with it: over a long time it takes longer. */
  async #count(): Promise<void> {
    const { signal } = this.#scope
    const asked = this.#options.api.call(logHistogram, { query: await this.#filters() }, { signal })
    void asked.then(
      histogram => this.set({ histogram }),
      () => undefined,
    )
  }
}
