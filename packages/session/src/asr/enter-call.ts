import type { CallStore, StoredCalls } from './stored-calls'

/** What is needed of `navigator.locks`. */
export interface CallLocks {
  request(name: string, options: { signal: AbortSignal }, task: () => Promise<void>): Promise<unknown>
  query(): Promise<{ held?: { name?: string }[] }>
}

export interface EnterCallOptions {
  calls: StoredCalls
  /** The tab's own storage: it outlives a reload. */
  tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  userId: string
  /** Absent where the browser has none. */
  locks?: CallLocks
}

/** The call of this tab, from its start to its end, over reloads. */
export interface EnteredCall {
  stored: CallStore
  /** The call is over, or its screen is gone; resolves when no tab is in it any more. */
  leave(): Promise<void>
}

/** The page before a reload lets go of its lock a moment late. */
const RELOAD_MS = 1_000

/**
 * Goes on with the call that this tab was in before a reload, or begins one. A call belongs to the tab that holds its
 * lock: a duplicated tab, which begins with the same storage, has a call of its own.
 */
export async function enterCall({ calls, tab, userId, locks }: EnterCallOptions): Promise<EnteredCall> {
  const key = `livetap.asr-call.${userId}`
  const before = tab.getItem(key)
  const own = before === null ? undefined : await hold(locks, calls.nameOf(before))
  const id = own && before !== null ? before : crypto.randomUUID()
  const release = own ?? (await hold(locks, calls.nameOf(id)))
  tab.setItem(key, id)
  return {
    stored: calls.of(id),
    leave: async () => {
      if (tab.getItem(key) === id) tab.removeItem(key)
      await release?.()
    },
  }
}

/** The names of the calls that run in some tab. */
export async function runningCalls(locks: CallLocks | undefined): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {}
  return new Set(held.flatMap(({ name }) => name ?? []))
}

/** Answers what releases the lock; undefined where another tab has it. */
function hold(locks: CallLocks | undefined, name: string): Promise<(() => Promise<void>) | undefined> {
  if (!locks) return Promise.resolve(async () => {})
  return new Promise(resolve => {
    const task = () =>
      new Promise<void>(end =>
        resolve(async () => {
          end()
          await released
        }),
      )
    const released = locks
      .request(name, { signal: AbortSignal.timeout(RELOAD_MS) }, task)
      .then(() => {})
      .catch(() => resolve(undefined))
  })
}
