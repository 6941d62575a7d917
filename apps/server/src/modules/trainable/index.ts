export type { ArchiveWatch } from './archives/archive-handler'
export { shardsById } from './archives/archived-shards.store'
export { archivesModule } from './archives/archives.module'
export { audioPathOf, fileIdOf, manifestLine } from './archives/nemo-manifest'

export type { HumanTranscripts } from './corrections/human-transcripts'

export type { NewShard, Shard, ShardParticipant, ShardTurn } from './shards/shard'

export type { ShardFilter } from './shards/shard-filter'
export { matches as matchesShardFilter } from './shards/shard-filter.store'
export type { ShardsStore } from './shards/shards.store'
export { vendorTagsModule } from './tags/tags.module'
export { type TrainableModule, trainableModule } from './trainable.module'
