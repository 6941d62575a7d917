import { Store } from '../store'
import { type AsrExportForm, exportAsr } from './asr-export'
import { type CallLocks, runningCalls } from './enter-call'
import type { CallText, StoredCall, StoredCalls } from './stored-calls'

export interface UnsavedCall extends StoredCall {
  /** What became of it on this page; until the page is left it stays in sight. */
  readonly outcome?: { kind: 'saved'; meetingId: string } | { kind: 'exported' }
}

export interface UnsavedCallsState {
  readonly calls: readonly UnsavedCall[]
  /** Calls of this user that run in some tab: their text may be offered later. */
  readonly running: number
}

export interface UnsavedCallsOptions {
  stored: StoredCalls
  locks?: CallLocks
  /** Makes a meeting of the lines; answers its id. */
  saveAsMeeting: (transcript: CallText) => Promise<string>
}

/** Text of ended calls that is in this browser alone, to be saved, exported or discarded. */
export class UnsavedCalls extends Store<UnsavedCallsState> {
  constructor(private readonly options: UnsavedCallsOptions) {
    super({ calls: [], running: 0 })
  }

  /** Reads the browser's storage again; a call that still runs in another tab is not offered. */
  async refresh(): Promise<void> {
    const { stored, locks } = this.options
    const running = await runningCalls(locks)
    const done = this.getSnapshot().calls.filter(({ outcome }) => outcome)
    const isRunning = ({ id }: StoredCall) => running.has(stored.nameOf(id))
    const known = stored.list().filter(({ id }) => done.every(call => call.id !== id))
    const calls = [...done, ...known.filter(call => !isRunning(call))]
    this.set({
      calls: calls.sort((a, b) => b.startedAtMs - a.startedAtMs),
      running: known.filter(isRunning).length,
    })
  }

  /** Rejects with what went wrong; the text is kept then. */
  async save(call: UnsavedCall): Promise<void> {
    const meetingId = await this.options.saveAsMeeting(call)
    this.#settle(call, { kind: 'saved', meetingId })
  }

  /** The text of the file. */
  exported(call: UnsavedCall, form: AsrExportForm): string {
    const text = exportAsr(call.lines, form)
    if (!call.outcome) this.#settle(call, { kind: 'exported' })
    return text
  }

  discard({ id }: UnsavedCall): void {
    this.options.stored.remove(id)
    this.set({ calls: this.getSnapshot().calls.filter(call => call.id !== id) })
  }

  #settle({ id }: UnsavedCall, outcome: NonNullable<UnsavedCall['outcome']>): void {
    this.options.stored.remove(id)
    const calls = this.getSnapshot().calls.map(call => (call.id === id ? { ...call, outcome } : call))
    this.set({ calls })
  }
}
