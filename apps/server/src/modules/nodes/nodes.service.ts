import type { CapacitiesAnswer } from '@livetap/contract'
import type { FleetStore } from './fleet.store'
import { fleetTimes } from './fleet-worker'

export class FleetService {
  constructor(
    private readonly store: FleetStore,
    private readonly silentMs = fleetTimes.silentMs,
  ) {}

  /** What the workers that are there can take. A cluster without any is not in the answer. */
  async capacities(): Promise<CapacitiesAnswer> {
    const answer: CapacitiesAnswer = {}
    for (const { cluster, region, capacity, running } of await this.store.loads(this.silentMs)) {
      const entry = answer[cluster]
      answer[cluster] = {
        callsAvailability: (entry?.callsAvailability ?? 0) + Math.max(0, capacity - running),
        callsCount: (entry?.callsCount ?? 0) + running,
        region: entry ? `${entry.region}, ${region}` : region,
      }
    }
    return answer
  }
}
