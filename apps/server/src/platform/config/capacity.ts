import { availableParallelism } from 'node:os'
import type { Config } from './config'

/** How many recordings this process takes at once: one for two cores, as decoding uses both. */
export const capacityOf = (config: Config) =>
  config.capacity ?? Math.max(1, Math.floor(availableParallelism() / 2))
