import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Beside the bundle, or in this package where the source runs. */
const folder = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../weights' : './weights', import.meta.url),
)

/** A network that is part of this package. */
export const ownWeights = (name: string): string => join(folder, name)
