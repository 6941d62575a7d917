import { defaultCustomPhrases } from '@livetap/contract'
import { ServiceError } from '../../platform/service-error'
import type { NodesStore } from '../nodes'
import type { LiveStore, NodeAddress, NodeIdentity } from './live.store'

export interface CallPlacementOptions {
  node: NodeIdentity
  /** Another node may take the meetings of one that was silent for so long. */
  nodeSilentMs: number
  nodes: Pick<NodesStore, 'isDraining' | 'leastLoaded'>
  liveStore: Pick<LiveStore, 'create' | 'claim' | 'ownerOf'>
}

/** Decides which node has a running meeting. */
export class CallPlacement {
  constructor(private readonly options: CallPlacementOptions) {}

  /** Rejects when no node takes new calls. */
  async assertPlace(): Promise<void> {
    const { nodes, node, nodeSilentMs } = this.options
    if ((await nodes.isDraining(node.pod)) && !(await nodes.leastLoaded(nodeSilentMs))) throw noPlace()
  }

  /**
   * The node that has the meeting: this one, unless another living one was faster. A node that drains leads a call
   * that no one has yet to another; one that runs already goes on here rather than nowhere.
   */
  async ownerOf(meetingId: string): Promise<NodeAddress> {
    const { nodes, node, nodeSilentMs, liveStore } = this.options
    if (!(await nodes.isDraining(node.pod))) return await this.claim(meetingId)
    await liveStore.create(meetingId, defaultCustomPhrases)
    const other = await nodes.leastLoaded(nodeSilentMs)
    if (other) return (await liveStore.claim(meetingId, other, nodeSilentMs)) ?? other
    if (!(await liveStore.ownerOf(meetingId))) throw noPlace()
    return await this.claim(meetingId)
  }

  /** Whether this node drains or not: a meeting is ended by the node that is asked to. */
  async claim(meetingId: string): Promise<NodeAddress> {
    const { node, nodeSilentMs, liveStore } = this.options
    await liveStore.create(meetingId, defaultCustomPhrases)
    return (await liveStore.claim(meetingId, node, nodeSilentMs)) ?? node
  }
}

const noPlace = () =>
  new ServiceError('unavailable', 'Every node is being drained: no new meeting can be started now')
