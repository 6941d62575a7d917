import type { Log } from '../../platform/log/log'
import { isOutage } from '../../platform/outage'
import { repeat } from '../../platform/repeating'
import type { SearchIndexStore } from './search-index.store'

const EVERY_MS = 1_000
const WORDS_BATCH = 2_000
const SWEEP_BATCH = 50
const FILL_BATCH = 500
/** Of one run: the rest is the next one's. */
const BATCHES = 20
const SWEEP_BATCHES = 5

/** Words of what was written and of what is no more, and what an upgrade has left to be read. */
export function startIndexing({ index, log }: { index: SearchIndexStore; log: Log }) {
  let isStopping = false
  const once = async () => {
    for (let batch = 0; batch < BATCHES && !isStopping; batch++)
      if ((await index.takeWords(WORDS_BATCH)) < WORDS_BATCH) break
    for (let batch = 0; batch < SWEEP_BATCHES && !isStopping; batch++)
      if (!(await index.sweepWords(SWEEP_BATCH))) break
    if (!(await index.unfinished())) return
    for (let batch = 0; batch < BATCHES && !isStopping; batch++) if (!(await index.fill(FILL_BATCH))) break
  }
  const indexing = repeat(once, EVERY_MS, error => {
    if (!isOutage(error)) log.warn({ err: error }, 'indexing for search did not finish')
  })
  void indexing.run()
  return {
    async stop() {
      isStopping = true
      await indexing.stop()
    },
  }
}
