import { bin, node } from './run.mjs'

/** Brings the speech weights into the cache, with progress. Without them everything but recognition works. */
export async function ensureModels() {
  await node([bin('tsx/dist/cli.mjs'), 'packages/speech/scripts/fetch-models.ts'])
}
