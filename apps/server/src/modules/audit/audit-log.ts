import { AUDIT_ONCE_MS } from '@livetap/contract'
import type { AuditEntry, AuditWriter, ChangeTransaction } from '../../platform/audit/audit-entry'
import type { Log } from '../../platform/log/log'
import type { Metrics } from '../../platform/metrics/metrics'
import { BatchWriter, type LedgerSeal } from '../events'
import type { AuditStore } from './audit.store'
import type { AuditClock } from './audit-clock'
import { type AuditRow, auditRow } from './audit-row'
import { RepeatedRefusals } from './repeated-refusals'

export interface AuditLogOptions {
  store: AuditStore
  seal: LedgerSeal
  clock: AuditClock
  pod: string
  log: Log
  metrics: Metrics
  /** Something was inserted, or is about to be. */
  onEntry: () => void
  refusalsMs?: number
}

/** Of what was read a moment ago, in this process; the database keeps the rest of the repeats out. */
const MAX_RECENT_READS = 10_000

/** Writes entries: those of changes with the change, those of reads and refusals in batches. */
export class AuditLog implements AuditWriter {
  readonly #batches: BatchWriter<AuditRow>
  readonly #refusals: RepeatedRefusals
  readonly #recentReads = new Set<string>()

  constructor(private readonly options: AuditLogOptions) {
    const { store, log, metrics, refusalsMs = AUDIT_ONCE_MS } = options
    const dropped = metrics.counter(
      'livetap_audit_dropped_total',
      'Entries of reads and refusals that were not kept in the audit log',
      ['reason'],
    )
    this.#batches = new BatchWriter<AuditRow>({
      write: async rows => {
        options.onEntry()
        await store.insert(rows)
      },
      onDropped: (count, reason) => dropped.inc({ reason }, count),
      onFailure: error => log.warn({ reason: error.message }, 'audit entries buffered: database unavailable'),
    })
    this.#refusals = new RepeatedRefusals(entry => this.#later(entry), refusalsMs)
  }

  async record(entry: AuditEntry, tx?: ChangeTransaction): Promise<void> {
    const { store, onEntry } = this.options
    onEntry()
    await (tx ? store.within(tx) : store).insert([this.#row(entry)])
  }

  read(entry: AuditEntry): void {
    const window = Math.floor(this.options.clock.now().getTime() / AUDIT_ONCE_MS)
    const once = [entry.action, entry.person ?? entry.actor?.id ?? '', entry.target ?? '', window].join(' ')
    if (this.#recentReads.has(once)) return
    if (this.#recentReads.size >= MAX_RECENT_READS) this.#recentReads.clear()
    this.#recentReads.add(once)
    this.#later(entry, once)
  }

  refused(entry: AuditEntry): void {
    this.#refusals.add(entry)
  }

  /** Hands on the counts of repeated refusals now. */
  countRefusals(): void {
    this.#refusals.flush()
  }

  /** Resolves when what was read and refused before is in the database. */
  written(): Promise<void> {
    return this.#batches.written()
  }

  async close(): Promise<void> {
    this.countRefusals()
    await this.#batches.close()
  }

  #later(entry: AuditEntry, once?: string): void {
    this.#batches.add(this.#row(entry, once))
  }

  #row(entry: AuditEntry, once: string | null = null): AuditRow {
    const { clock, pod, seal } = this.options
    return auditRow(entry, { at: clock.now(), pod, once, seal })
  }
}
