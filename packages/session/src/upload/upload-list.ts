import { type MeetingDetail, texts, type UploadedMeeting, WAITING_STAGES } from '@livetap/contract'
import { ApiError } from '../api-error'
import { ProcessingWatch } from '../replay/processing-progress'
import { Scope } from '../scope'
import { Store } from '../store'

/** `waiting`: for its turn. `unknown`: the server could not be asked yet. */
export type UploadedState = 'unknown' | 'waiting' | 'processing' | 'ready' | 'failed'

export interface UploadedEntry {
  readonly meetingId: string
  readonly fileName: string
  readonly state: UploadedState
  /** Of the pipeline, while it runs. */
  readonly stage?: string
  /** Which of how many that is, where the server says. */
  readonly stageNumber?: number
  readonly stageCount?: number
  /** Of all stages, 0 to 1. */
  readonly fraction?: number
  /** Why it failed. */
  readonly error?: string
}

export interface UploadListOptions {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  key: string
  detail: (meetingId: string, signal: AbortSignal) => Promise<MeetingDetail>
  /** A meeting that was being processed can be opened. */
  onReady: (entry: UploadedEntry) => void
  onFailed: (entry: UploadedEntry) => void
  pollMs?: number
}

const MAX_ENTRIES = 50
const POLL_MS = 3000

/** Trying again would fail again: the file itself is at fault. */
export const isUnreadable = (error: string | null | undefined): boolean =>
  error?.startsWith(texts.launcher.unreadableAudio) ?? false

/** What this user uploaded from this browser, newest first, each followed to its end; kept over reloads. */
export class UploadList extends Store<readonly UploadedEntry[]> {
  readonly #options: UploadListOptions
  readonly #progress = new Map<string, ProcessingWatch>()
  #scope: Scope | undefined

  constructor(options: UploadListOptions) {
    super(readEntries(options))
    this.#options = options
  }

  readonly add = ({ meeting_id, file_name }: UploadedMeeting): void => {
    const entry = { meetingId: meeting_id, fileName: file_name, state: 'waiting' as const }
    this.#set(
      [entry, ...this.getSnapshot().filter(one => one.meetingId !== meeting_id)].slice(0, MAX_ENTRIES),
    )
  }

  readonly remove = (meetingId: string): void => {
    this.#set(this.getSnapshot().filter(one => one.meetingId !== meetingId))
  }

  /** Asks how they are until it is stopped. */
  watch(): () => void {
    this.#scope?.dispose()
    const scope = new Scope()
    this.#scope = scope
    void this.#poll(scope)
    return () => scope.dispose()
  }

  async #poll(scope: Scope): Promise<void> {
    while (!scope.disposed) {
      for (const entry of this.getSnapshot())
        if (isOpen(entry) && !scope.disposed) await this.#check(entry, scope)
      await scope.wait(this.#options.pollMs ?? POLL_MS).catch(() => {})
    }
  }

  async #check(entry: UploadedEntry, scope: Scope): Promise<void> {
    const { meetingId } = entry
    try {
      const detail = await this.#options.detail(meetingId, scope.signal)
      if (!scope.disposed) this.#change(entry, this.#stateOf(detail))
    } catch (error) {
      // Deleted meanwhile: there is nothing to follow. Anything else is asked again.
      if (error instanceof ApiError && error.status === 404) this.remove(meetingId)
    }
  }

  #stateOf(detail: MeetingDetail): Partial<UploadedEntry> & { state: UploadedState } {
    if (detail.status === 'failed') return { state: 'failed', error: detail.error ?? 'Processing failed' }
    if (detail.status !== 'processing') return { state: 'ready' }
    if (WAITING_STAGES.includes(detail.stage)) return { state: 'waiting' }
    const watch = this.#progress.get(detail.id) ?? new ProcessingWatch()
    this.#progress.set(detail.id, watch)
    const { fraction } = watch.measure(detail, performance.now())
    const { stage, stage_number: stageNumber, stage_count: stageCount } = detail
    return {
      state: 'processing',
      stage,
      fraction,
      ...(stageNumber && stageCount && { stageNumber, stageCount }),
    }
  }

  #change({ meetingId, fileName, state }: UploadedEntry, change: Partial<UploadedEntry>): void {
    const next = { meetingId, fileName, state, ...change }
    this.#set(this.getSnapshot().map(one => (one.meetingId === meetingId ? next : one)))
    if (next.state === state) return
    if (next.state === 'ready') this.#options.onReady(next)
    if (next.state === 'failed') this.#options.onFailed(next)
  }

  #set(entries: readonly UploadedEntry[]): void {
    try {
      const stored = entries.map(({ meetingId, fileName, state, error }) => ({
        meetingId,
        fileName,
        state,
        error: error || undefined,
      }))
      this.#options.storage.setItem(this.#options.key, JSON.stringify(stored))
    } catch {
      // Without room it lasts as long as the page.
    }
    this.replace(entries)
  }
}

function readEntries({ storage, key }: UploadListOptions): readonly UploadedEntry[] {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(one => typeof one?.meetingId === 'string') : []
  } catch {
    return []
  }
}

const isOpen = ({ state }: UploadedEntry): boolean => state !== 'ready' && state !== 'failed'
