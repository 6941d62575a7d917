import { type ArchiveFilter, decodeSyncKey } from '@livetap/contract'
import { filterOf } from '../shards/query-filter'
import type { ArchiveSelection } from './archived-shards.store'

/** What a request of the wire asks for. Unusable shards are in no archive. */
export function selectionOf(
  region: string,
  { sync_key, max_total_shards_ms: maxTotalMs, ...filter }: ArchiveFilter,
): ArchiveSelection {
  const key = sync_key === undefined ? undefined : decodeSyncKey(sync_key)
  return {
    filter: filterOf({ ...filter, client_region: region, unusable: false }),
    after: key && { createdSecond: key.seconds, id: key.id },
    maxTotalMs,
  }
}
