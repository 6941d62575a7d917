import type { CapacitiesAnswer } from '@livetap/contract'
import type { NodesStore } from './nodes.store'

export class NodesService {
  constructor(
    private readonly store: Pick<NodesStore, 'loads' | 'draining'>,
    private readonly silentMs: number,
  ) {}

  /** What the nodes that are there have and can take, by cluster. A cluster without any is not in the answer. */
  async capacities(): Promise<CapacitiesAnswer> {
    const regions = new Map<string, Set<string>>()
    const answer: CapacitiesAnswer = {}
    for (const { cluster, region, capacity, recordings, calls, draining } of await this.store.loads(
      this.silentMs,
    )) {
      const entry = answer[cluster]
      const named = regions.get(cluster) ?? new Set()
      regions.set(cluster, named.add(region))
      const count = recordings + calls
      answer[cluster] = {
        // A node that has more than its share takes nothing away from the others; one that drains takes nothing.
        callsAvailability: (entry?.callsAvailability ?? 0) + (draining ? 0 : Math.max(0, capacity - count)),
        callsCount: (entry?.callsCount ?? 0) + count,
        region: [...named].join(', '),
      }
    }
    return answer
  }

  draining(): Promise<string[]> {
    return this.store.draining(this.silentMs)
  }
}
