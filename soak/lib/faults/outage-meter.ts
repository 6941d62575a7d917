import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** How long an operation could not get on, and which fault was under way when that began. */
export interface Outage {
  operation: string
  fault: string
  ms: number
  /** Of these, how long one of the processes that had to act was ready to run and had no core, by the kernel's count. */
  coreless: number
}

const POLL_MS = 50
const NANOSECONDS = 1e6

export class OutageMeter {
  readonly outages: Outage[] = []
  /** The fault under way, or the last one. */
  fault = 'none'
  /** The processes that have to act when something breaks. */
  processes: () => readonly number[] = () => [process.pid]
  /** The operations that do not get on now. */
  readonly #open: { operation: string }[] = []

  /** Begins where something does not work; the answer ends it, once. */
  begin(operation: string): () => void {
    const from = performance.now()
    const { fault } = this
    const before = this.#waited()
    let isOver = false
    const open = { operation }
    this.#open.push(open)
    return () => {
      if (isOver) return
      isOver = true
      this.#open.splice(this.#open.indexOf(open), 1)
      const waits = [...this.#waited()].map(([pid, ms]) => ms - (before.get(pid) ?? ms))
      const ms = performance.now() - from
      this.outages.push({ operation, fault, ms, coreless: Math.min(ms, Math.max(0, ...waits)) })
    }
  }

  /** Resolves when the operation gets on again, or the time is over. */
  async untilNone(operation: string, mostMs: number): Promise<void> {
    const isOpen = () => this.#open.some(one => one.operation === operation)
    for (const deadline = performance.now() + mostMs; isOpen(); await wait(POLL_MS))
      if (performance.now() > deadline) return
  }

  longest(of: Partial<Pick<Outage, 'operation' | 'fault'>>, length = ({ ms }: Outage) => ms): number {
    const chosen = this.outages.filter(
      one =>
        (of.operation === undefined || one.operation === of.operation) &&
        (of.fault === undefined || one.fault === of.fault),
    )
    return Math.max(0, ...chosen.map(length))
  }

  /** How long each of them has been kept waiting for a core so far. */
  #waited(): Map<number, number> {
    const waited = new Map<number, number>()
    for (const pid of this.processes())
      try {
        const [, ready] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
        waited.set(pid, Number(ready) / NANOSECONDS)
      } catch {
        // It has ended, or this kernel does not count that.
      }
    return waited
  }
}

/** Until the meetings of a node that died are free for others: it passes by the clock, with or without a core. */
const LEASE_MS = 10_000

/** What is left of an outage on a machine that has a core for each process that wants one. */
export function withCores({ fault, ms, coreless }: Outage): number {
  const byTheClock = fault === 'gateway killed' ? Math.min(ms, LEASE_MS) : 0
  return Math.max(byTheClock, ms - coreless)
}
