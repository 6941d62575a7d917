import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ModelId, type ModelPackage, modelManifest } from './manifest'

/**
 * One cache for all clones on a machine: `LIVETAP_MODELS`, else the user's cache folder. Weights are
 * addressed by version, so that clones of different age share it without harm.
 */
export function modelsRoot(env: NodeJS.ProcessEnv = process.env): string {
  if (env.LIVETAP_MODELS) return resolve(env.LIVETAP_MODELS)
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'livetap', 'models')
}

export function modelFolder(root: string, id: ModelId): string {
  return join(root, `${id}-${modelManifest[id].version}`)
}

export type ModelState = { ok: true } | { ok: false; reason: string }

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

/** Checks presence and size of every file, and with `deep` its content as well. */
export async function inspectModel(
  root: string,
  id: ModelId,
  options: { deep?: boolean; manifest?: ModelPackage } = {},
): Promise<ModelState> {
  const entry = options.manifest ?? modelManifest[id]
  const folder = join(root, `${entry.id}-${entry.version}`)
  for (const file of entry.files) {
    const path = join(folder, file.to)
    const found = await stat(path).catch(() => undefined)
    if (!found) return { ok: false, reason: `Speech model "${id}" is missing: no ${file.to} in ${folder}` }
    if (found.size !== file.bytes) {
      return {
        ok: false,
        reason: `Speech model "${id}" is damaged: ${file.to} has ${found.size} bytes of ${file.bytes}`,
      }
    }
    if (options.deep && (await sha256Of(path)) !== file.sha256) {
      return {
        ok: false,
        reason: `Speech model "${id}" is damaged: the content of ${file.to} differs from the manifest`,
      }
    }
  }
  return { ok: true }
}
