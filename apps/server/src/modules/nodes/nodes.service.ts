import type { CapacitiesAnswer } from '@livetap/contract'
import type { Role } from '../../platform/config/config'
import type { NodesStore } from './nodes.store'

const roles: readonly Role[] = ['all', 'gateway', 'worker']
const nodeStates = ['working', 'draining', 'silent'] as const
type NodeState = (typeof nodeStates)[number]

export class NodesService {
  constructor(
    private readonly store: Pick<NodesStore, 'loads' | 'draining' | 'all'>,
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

  /** How many there are of each role and state; none of them is left out, so that a count that falls to 0 is seen. */
  async counts(): Promise<{ role: Role; state: NodeState; count: number }[]> {
    const nodes = await this.store.all()
    const stateOf = (node: { silent_ms: number; draining: boolean }): NodeState =>
      node.silent_ms > this.silentMs ? 'silent' : node.draining ? 'draining' : 'working'
    return roles.flatMap(role =>
      nodeStates.map(state => ({
        role,
        state,
        count: nodes.filter(node => node.role === role && stateOf(node) === state).length,
      })),
    )
  }

  draining(): Promise<string[]> {
    return this.store.draining(this.silentMs)
  }
}
