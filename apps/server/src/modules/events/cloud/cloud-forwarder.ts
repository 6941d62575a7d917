import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../../platform/log/log'
import { type Repeating, repeat } from '../../../platform/repeating'
import { cloudEntry } from './cloud-log-entry'
import type { CloudLogging } from './cloud-logging'
import type { CloudOutboxStore } from './cloud-outbox.store'

const BATCH = 500
const POLL_MS = 1_000
/** Longer than a call to the cloud may take. */
const CLAIM_MS = 30_000
const RETRY_MS = 10_000
const CHECK_MS = 100

export interface CloudForwarderOptions {
  outbox: CloudOutboxStore
  cloud: Pick<CloudLogging, 'write'>
  log: Log
}

/** Sends committed log entries to the cloud, and goes on with what an earlier process left unsent. */
export class CloudForwarder {
  readonly #options: CloudForwarderOptions
  #sending: Repeating | undefined
  #retryAt = 0

  constructor(options: CloudForwarderOptions) {
    this.#options = options
  }

  start(): void {
    const { log } = this.#options
    this.#sending = repeat(
      () => this.#sendAll(),
      POLL_MS,
      error =>
        log.warn({ reason: (error as Error).message }, 'log entries wait: Google Cloud Logging unavailable'),
    )
  }

  async stop(): Promise<void> {
    await this.#sending?.stop()
  }

  /** Resolves when what is committed now has been sent, by this node or another; stops waiting when aborted. */
  async sent(signal: AbortSignal): Promise<void> {
    const { outbox } = this.#options
    const newest = await outbox.newest()
    if (newest === undefined) return
    while (!signal.aborted && (await outbox.hasUpTo(newest))) {
      await this.#sending?.run()
      if (await outbox.hasUpTo(newest)) await wait(CHECK_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  async #sendAll(): Promise<void> {
    if (performance.now() < this.#retryAt) return
    const { outbox, cloud } = this.#options
    for (;;) {
      const claimed = await outbox.claim(BATCH, CLAIM_MS)
      if (claimed.length === 0) return
      const ids = claimed.map(({ id }) => id)
      // The same entry sent twice has the same id, and is kept once.
      const entries = claimed.flatMap(({ log }) => (log ? [cloudEntry(log, `${log.pod}-${log.id}`)] : []))
      try {
        if (entries.length > 0) await cloud.write(entries)
      } catch (error) {
        this.#retryAt = performance.now() + RETRY_MS
        await outbox.release(ids)
        throw error
      }
      await outbox.remove(ids)
    }
  }
}
