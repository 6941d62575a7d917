import type { Log } from '../../platform/log/log'
import { repeat } from '../../platform/repeating'
import type { ProjectShardsStore } from './project-shards.store'
import type { VendorReturns } from './vendor-returns'

export interface FillingOptions {
  shards: ProjectShardsStore
  returns: VendorReturns
  log: Log
  everyMs?: number
}

/** The vendor that answers by itself. */
const DUMMY = 'dummyvendor'

/**
 * Fills the projects that are ready or processing, again and again: shards that come later go to those that still
 * have too few. The dummy vendor returns what an earlier round sent.
 */
export function startFilling({ shards, returns, log, everyMs = 3_000 }: FillingOptions) {
  const once = async () => {
    for (const project of await shards.listActive()) {
      if (project.vendor === DUMMY && project.status === 'processing') await returns.returnByItself(project)
      const sentMs = await shards.fill(project.id)
      if (await shards.receive(project.id, []))
        log.info({ project: project.id }, 'labelling project completed')
      else if (sentMs > 0) log.info({ project: project.id, sentMs }, 'labelling project filled')
    }
  }
  return repeat(once, everyMs, error => log.warn({ err: error }, 'filling labelling projects failed'))
}
