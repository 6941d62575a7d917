import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { runProgram } from './run-program'

export type MediaTools =
  | {
      available: true
      source: 'path' | 'npm'
      ffmpeg: string
      ffprobe: string
      version: string
      year: number
    }
  | { available: false; reason: string }

export interface FindMediaToolsOptions {
  /** As the variable PATH. */
  path?: string
  /** Finds the npm builds; tests take them away. */
  npmBuild?: (name: 'ffmpeg' | 'ffprobe') => string | undefined
}

const CHECK_TIMEOUT_MS = 20_000
const missing =
  'Recordings cannot be processed: neither ffmpeg nor ffprobe is on the PATH, and the builds inside the npm packages do not run here. Install ffmpeg and start again.'

/** Of the oldest release that still gets security fixes somewhere. */
const OLDEST_KEPT_YEAR = 2023

/** The newest that runs: usually that of the system. No npm package holds a current build for every platform. */
export async function findMediaTools(options: FindMediaToolsOptions = {}): Promise<MediaTools> {
  const { path = process.env.PATH, npmBuild = npmBuildOf } = options
  const candidates = [
    { source: 'path', ffmpeg: onPath('ffmpeg', path), ffprobe: onPath('ffprobe', path) },
    { source: 'npm', ffmpeg: npmBuild('ffmpeg'), ffprobe: npmBuild('ffprobe') },
  ] as const
  const found: Extract<MediaTools, { available: true }>[] = []
  for (const { source, ffmpeg, ffprobe } of candidates) {
    if (!ffmpeg || !ffprobe) continue
    const build = await buildOf(ffmpeg)
    if (build && (await buildOf(ffprobe))) found.push({ available: true, source, ffmpeg, ffprobe, ...build })
  }
  const [system, brought] = found
  if (!system) return { available: false, reason: missing }
  return brought && brought.year > system.year ? brought : system
}

/** What the operator should know about the programs in use. */
export function toolsNotice(tools: MediaTools): string | undefined {
  if (!tools.available) return tools.reason
  if (tools.year >= OLDEST_KEPT_YEAR) return undefined
  const place = tools.source === 'path' ? 'on the PATH' : 'inside an npm package, because none is on the PATH'
  return `Recordings are decoded by an old ffmpeg (of ${tools.year}, ${tools.version}) ${place}. It gets no security fixes: install a current ffmpeg and ffprobe and start again.`
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

/** Version numbers of snapshots cannot be compared; the year of the copyright line can. */
async function buildOf(program: string): Promise<{ version: string; year: number } | undefined> {
  try {
    const { code, stdout } = await runProgram(program, ['-version'], { timeoutMs: CHECK_TIMEOUT_MS })
    const [, version, year] = /version (\S+).*?Copyright \(c\) \d+-(\d+)/s.exec(stdout.toString()) ?? []
    return code === 0 && version ? { version, year: Number(year) } : undefined
  } catch {
    return undefined
  }
}
