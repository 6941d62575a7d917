import type { Config } from '../../platform/config/config'
import type { Log } from '../../platform/log/log'
import { repeat } from '../../platform/repeating'
import type { AuditChainsStore } from './audit-chains.store'
import type { AuditClock } from './audit-clock'

const LOOK_EVERY_MS = 1_000
/** A transaction that inserted an entry commits within this time, or not at all. */
const COMMITS_WITHIN_MS = 20_000
const SWEEP_EVERY_MS = 60_000
const EXPIRE_EVERY_MS = 3_600_000
/** Its own node has had its turn. */
const LEFT_BEHIND_MS = 60_000
const DAY_MS = 86_400_000

export interface AuditJobsOptions {
  chains: Pick<AuditChainsStore, 'waiting' | 'link' | 'expire'>
  clock: Pick<AuditClock, 'sync' | 'now'>
  pod: string
  config: Pick<Config, 'auditDays'>
  log: Log
}

/** Links entries shortly after their commit: a node its own, and what a node that is gone has left behind. */
export class AuditJobs {
  readonly #options: AuditJobsOptions
  #lookUntil = 0
  #sweepAt = 0
  #expireAt = 0
  #running: ReturnType<typeof repeat> | undefined

  constructor(options: AuditJobsOptions) {
    this.#options = options
  }

  /** An entry is about to be committed. */
  expect(): void {
    this.#lookUntil = performance.now() + COMMITS_WITHIN_MS
  }

  async start(): Promise<void> {
    const { clock, log } = this.#options
    await clock.sync()
    this.#running = repeat(
      () => this.once(),
      LOOK_EVERY_MS,
      error => log.warn({ err: error }, 'linking the audit log failed'),
    )
    void this.#running.run()
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
  }

  async once(): Promise<void> {
    const { chains, clock, pod, config, log } = this.#options
    const now = performance.now()
    if (now < this.#lookUntil) for (const chain of await chains.waiting({ pod })) await chains.link(chain)
    if (now < this.#sweepAt) return
    this.#sweepAt = now + SWEEP_EVERY_MS
    await clock.sync()
    for (const chain of await chains.waiting({ olderThanMs: LEFT_BEHIND_MS })) {
      const linked = await chains.link(chain)
      if (linked > 0) log.info({ chain, linked }, 'audit entries linked that were left behind')
      else log.error({ chain }, 'audit entries that were not sealed here: see npm run ledger -- verify')
    }
    if (now < this.#expireAt) return
    this.#expireAt = now + EXPIRE_EVERY_MS
    const { auditDays } = config
    const oldest = new Date(clock.now().getTime() - auditDays * DAY_MS).toISOString().slice(0, 10)
    const expired = await chains.expire(oldest, `LIVETAP_AUDIT_DAYS=${auditDays}`)
    if (expired > 0) log.info({ expired, auditDays }, 'audit chains past their retention removed')
  }
}
