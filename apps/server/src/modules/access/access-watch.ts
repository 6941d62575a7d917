import { EventEmitter } from 'node:events'
import type { AccessChange } from '../../platform/access'
import type { Bus } from '../../platform/bus/bus'
import { type ChangeWatch, watchChanges } from '../../platform/bus/change-watch'
import type { Log } from '../../platform/log/log'
import type { AccessChangesStore } from './access-changes.store'

/** What nodes say to each other: rights were taken away. Whose is in the database. */
export const ACCESS_CHANGED = 'access-changed'

/** A user's rights, a meeting's, or (of a team) anyone's. */
export const changeOf = {
  user: (id: string) => `user ${id}`,
  meeting: (id: string) => `meeting ${id}`,
  team: (id: string) => `team ${id}`,
} as const

function readChange(subject: string): AccessChange {
  const [kind, id] = [subject.slice(0, subject.indexOf(' ')), subject.slice(subject.indexOf(' ') + 1)]
  return kind === 'user' ? { userId: id } : kind === 'meeting' ? { meetingId: id } : {}
}

/** Tells what holds something open that its right may be gone, regardless of which process took it away. */
export class AccessWatch {
  readonly #emitter = new EventEmitter<{ changed: [AccessChange] }>().setMaxListeners(0)
  #watch: ChangeWatch | undefined

  constructor(private readonly options: { store: AccessChangesStore; bus: Bus; log: Log }) {}

  onChanged(listener: (change: AccessChange) => void): () => void {
    this.#emitter.on('changed', listener)
    return () => this.#emitter.off('changed', listener)
  }

  /** Looks now, here and everywhere; for when a change is committed. */
  notify(): void {
    this.options.bus.notify(ACCESS_CHANGED, '')
  }

  start(): void {
    const { store, bus, log } = this.options
    this.#watch = watchChanges({
      bus,
      topic: ACCESS_CHANGED,
      within: ms => store.since(ms),
      keyOf: ({ number }) => number,
      announce: changes => {
        for (const { subject } of changes) this.#emitter.emit('changed', readChange(subject))
      },
      what: 'rights that were taken away',
      log,
    })
  }

  async stop(): Promise<void> {
    await this.#watch?.stop()
  }
}
