export { type NewShard, ShardsStore } from './shards.store'
