import { join } from 'node:path'
import { bundle, copyWeights, workerEntryPoints } from '../../../build.mjs'

const program = 'apps/server/src/testing/scripted/numbered-node.ts'

/** Builds the node of numbered words into this folder, which lies in the repository; answers its program. */
export async function buildNumberedNode(folder: string): Promise<string> {
  await bundle({ 'numbered-node': program, ...workerEntryPoints() }, folder)
  await copyWeights(join(folder, 'weights'))
  return join(folder, 'numbered-node.js')
}
