import type { Log } from '../log/log'
import { oneAtATime } from '../one-at-a-time'
import type { Bus } from './bus'

/** As often as nodes beat: a message may be lost. */
const LOOK_EVERY_MS = 2_000
/** A change is dated at the start of its transaction, and seen from its commit on. */
const COMMIT_MARGIN_MS = 60_000

export interface ChangeWatchOptions<Change> {
  bus: Bus
  /** What nodes say to each other when something has changed; what it is is in the database. */
  topic: string
  /** The changes of so many milliseconds before now, regardless of which process made them. */
  within(ms: number): Promise<Change[]>
  keyOf(change: Change): string
  announce(changes: readonly Change[]): void
  /** Done when messages may have been missed, beside looking. */
  onMissed?(): Promise<unknown>
  /** What is looked for, for the log. */
  what: string
  log: Log
}

export interface ChangeWatch {
  /** A change that this process has announced by itself: it is announced once. */
  announced(key: string): void
  stop(): Promise<void>
}

/** Announces the changes that any process made (another node, a command), at once where the bus works. */
export function watchChanges<Change>(options: ChangeWatchOptions<Change>): ChangeWatch {
  const { bus, topic, within, keyOf, announce, onMissed, what, log } = options
  let lookedAt = performance.now()
  const announced = new Set<string>()
  const looking = oneAtATime(
    async () => {
      const now = performance.now()
      const earlier = [...announced]
      const found = await within(now - lookedAt + COMMIT_MARGIN_MS)
      lookedAt = now
      const fresh = found.filter(change => !announced.has(keyOf(change)))
      for (const change of fresh) announced.add(keyOf(change))
      announce(fresh)
      const recent = new Set(found.map(keyOf))
      for (const key of earlier) if (!recent.has(key)) announced.delete(key)
    },
    error => log.warn({ err: error }, `looking for ${what} failed`),
  )
  const look = () => void looking.run()
  bus.on(topic, look)
  bus.onMissed(() => {
    look()
    onMissed?.().catch(error => log.warn({ err: error }, `making up for missed ${what} failed`))
  })
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    announced: key => announced.add(key),
    async stop() {
      clearInterval(timer)
      await looking.stop()
    },
  }
}
