export type { NodeSamplesStore } from './node-samples.store'
export { type NodesModule, nodesModule } from './nodes.module'
export { type NodesStore, notSilent } from './nodes.store'
export type { NodeTimes, OwnNode } from './own-node'
