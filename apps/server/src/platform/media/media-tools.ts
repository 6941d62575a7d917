import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { runProgram } from './run-program'

export type MediaTools =
  | { available: true; source: 'path' | 'npm'; ffmpeg: string; ffprobe: string; version: string }
  | { available: false; reason: string }

export interface FindMediaToolsOptions {
  /** As the variable PATH. */
  path?: string | undefined
  /** Finds the npm builds; tests take them away. */
  npmBuild?: (name: 'ffmpeg' | 'ffprobe') => string | undefined
}

const CHECK_TIMEOUT_MS = 20_000
const missing =
  'Recordings cannot be processed: neither ffmpeg nor ffprobe is on the PATH, and the builds inside the npm packages do not run here. Install ffmpeg and start again.'

/** What is on the PATH is newer and better than what npm brings; the npm builds are from 2019. */
export async function findMediaTools(options: FindMediaToolsOptions = {}): Promise<MediaTools> {
  const { path = process.env.PATH, npmBuild = npmBuildOf } = options
  const candidates = [
    { source: 'path', ffmpeg: onPath('ffmpeg', path), ffprobe: onPath('ffprobe', path) },
    { source: 'npm', ffmpeg: npmBuild('ffmpeg'), ffprobe: npmBuild('ffprobe') },
  ] as const
  for (const { source, ffmpeg, ffprobe } of candidates) {
    if (!ffmpeg || !ffprobe) continue
    const version = await versionOf(ffmpeg)
    if (version && (await versionOf(ffprobe))) return { available: true, source, ffmpeg, ffprobe, version }
  }
  return { available: false, reason: missing }
}

function onPath(name: string, path = ''): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe'] : ['']
  for (const folder of path.split(delimiter).filter(Boolean)) {
    for (const ending of endings) {
      const candidate = join(folder, name + ending)
      try {
        accessSync(candidate, constants.X_OK)
        return candidate
      } catch {
        // Not here: the next folder.
      }
    }
  }
  return undefined
}

function npmBuildOf(name: 'ffmpeg' | 'ffprobe'): string | undefined {
  try {
    const require = createRequire(import.meta.url)
    return (require(`@${name}-installer/${name}`) as { path: string }).path
  } catch {
    return undefined
  }
}

async function versionOf(program: string): Promise<string | undefined> {
  try {
    const { code, stdout } = await runProgram(program, ['-version'], { timeoutMs: CHECK_TIMEOUT_MS })
    return code === 0 ? /version (\S+)/.exec(stdout.toString())?.[1] : undefined
  } catch {
    return undefined
  }
}
