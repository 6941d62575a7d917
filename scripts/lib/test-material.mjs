import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Recordings that the speech tests play; they are not part of the project. */
export const audioFolder = join(root, '../shared/audio')

export async function ensureTestMaterial() {
  if (!existsSync(audioFolder))
    process.stdout.write('No recordings at ../shared/audio: tests that need real speech are skipped.\n')
}
