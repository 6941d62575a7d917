/** Runs one task at a time under a name. */
export type Exclusive = <T>(name: string, task: () => Promise<T>) => Promise<T>

interface Locks {
  request(name: string, options: { signal: AbortSignal }, task: () => Promise<void>): Promise<unknown>
}

/** One at a time across all tabs of this browser. Waiting longer than `waitMs` fails. */
export function exclusiveByLocks(locks: Locks, waitMs: number): Exclusive {
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    let result: { value: T } | undefined
    await locks.request(name, { signal: AbortSignal.timeout(waitMs) }, async () => {
      result = { value: await task() }
    })
    if (!result) throw new Error(`lock ${name} was lost`)
    return result.value
  }
}

/** One at a time inside this page, for where the browser offers no locks. */
export function exclusiveInProcess(): Exclusive {
  const tails = new Map<string, Promise<unknown>>()
  return (name, task) => {
    const before = tails.get(name) ?? Promise.resolve()
    const run = before.then(task, task)
    tails.set(name, run)
    const forget = () => {
      if (tails.get(name) === run) tails.delete(name)
    }
    run.then(forget, forget)
    return run
  }
}
