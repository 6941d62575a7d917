import type { Config } from '../../platform/config/config'
import type { Log } from '../../platform/log/log'
import { repeat } from '../../platform/repeating'
import type { CloudOutboxStore } from './cloud/cloud-outbox.store'
import type { LedgerStore } from './ledger/ledger.store'
import type { LogPartitionsStore } from './log-partitions.store'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface EventMaintenanceOptions {
  partitions: Pick<LogPartitionsStore, 'maintain'>
  ledger: Pick<LedgerStore, 'chainOld' | 'expire'>
  /** Where entries are sent to the cloud. */
  outbox?: Pick<CloudOutboxStore, 'removeOrphans'>
  config: Pick<Config, 'logDays' | 'ledgerDays'>
  log: Log
}

/** Every hour: the days to come have their partitions, and what is past its retention goes. */
export function startEventMaintenance({ partitions, ledger, outbox, config, log }: EventMaintenanceOptions) {
  const { logDays, ledgerDays } = config
  const once = async () => {
    const chained = await ledger.chainOld()
    if (chained > 0) log.info({ meetings: chained }, 'ledgers of an earlier version chained')
    const { dropped, deleted } = await partitions.maintain(logDays)
    if (dropped.length > 0 || deleted > 0)
      log.info({ dropped, deleted, logDays }, 'log entries past their retention removed')
    await outbox?.removeOrphans()
    if (ledgerDays === undefined) return
    const before = new Date(Date.now() - ledgerDays * DAY_MS)
    const expired = await ledger.expire(before, `LIVETAP_LEDGER_DAYS=${ledgerDays}`)
    if (expired > 0) log.info({ expired, ledgerDays }, 'ledgers past their retention removed')
  }
  const keeping = repeat(once, HOUR_MS, error =>
    log.warn({ err: error }, 'retention of events did not finish'),
  )
  void keeping.run()
  return keeping
}
