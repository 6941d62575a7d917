import { basename } from 'node:path'
import type { ModelId } from '../models/manifest'
import { inspectModel, modelsRoot } from '../models/model-folder'

/** The models folder of tests that may load none, as `vitest.config.ts` names it. */
const NO_MODELS = 'no-models-outside-engine-tests'

/** Why tests that need these models cannot run here; undefined when they can. */
export async function missingModels(...ids: ModelId[]): Promise<string | undefined> {
  if (basename(modelsRoot()) === NO_MODELS)
    throw new Error('A test that loads a speech model is in a file called x.engine.test.ts')
  for (const id of ids) {
    const state = await inspectModel(modelsRoot(), id)
    if (!state.ok) return `${state.reason} (npx tsx packages/speech/scripts/fetch-models.ts)`
  }
  return undefined
}
