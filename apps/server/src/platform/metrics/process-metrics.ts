import type { Config } from '../config/config'
import type { Database } from '../db/database'
import { databaseClock } from '../db/database-clock'
import { diskState } from '../disk/free-space'
import type { Health } from '../health/health'
import { installation } from '../installation'
import type { Metrics } from './metrics'

export interface ProcessMetricsParts {
  config: Pick<Config, 'dataDir' | 'storage' | 'role'>
  health: Pick<Health, 'readiness'>
  database: Pick<Database, 'pool'>
}

/** What an operator is alerted by, of every process alike. */
export function addProcessMetrics(metrics: Metrics, { config, health, database }: ProcessMetricsParts): void {
  const { dataDir, storage, role } = config
  const folders = { data: dataDir, ...(storage.kind === 'folder' && { storage: storage.folder }) }
  const disks = () =>
    Promise.all(
      Object.entries(folders).map(async ([folder, path]) => ({ folder, ...(await diskState(path)) })),
    )

  metrics.gauges('livetap_build_info', 'The release that runs; always 1', ['version', 'role'], async () => [
    [{ version: installation.version, role }, 1],
  ])
  metrics.gauges('livetap_ready', 'Whether a part that the process needs answers', ['check'], async () => {
    const { checks } = await health.readiness()
    return Object.entries(checks).map(([check, result]) => [{ check }, Number(result === 'ok')])
  })
  metrics.gauges('livetap_disk_free_bytes', 'What recordings may still take', ['folder'], async () =>
    (await disks()).map(({ folder, freeBytes }) => [{ folder }, freeBytes]),
  )
  metrics.gauges('livetap_disk_low', 'Whether the disk is nearly full', ['folder'], async () =>
    (await disks()).map(({ folder, isLow }) => [{ folder }, Number(isLow)]),
  )
  metrics.gauges(
    'livetap_clock_offset_seconds',
    "This machine's clock less that of the database",
    [],
    async () => [[{}, (await databaseClock(database.pool)).offsetMs / 1_000]],
  )
}
