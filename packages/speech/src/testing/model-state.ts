import type { ModelId } from '../models/manifest'
import { inspectModel, modelsRoot } from '../models/model-folder'

/** Why tests that need these models cannot run here; undefined when they can. */
export async function missingModels(...ids: ModelId[]): Promise<string | undefined> {
  for (const id of ids) {
    const state = await inspectModel(modelsRoot(), id)
    if (!state.ok) return `${state.reason} (npx tsx packages/speech/scripts/fetch-models.ts)`
  }
  return undefined
}
