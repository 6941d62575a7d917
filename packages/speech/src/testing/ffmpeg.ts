import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const onPath = (process.env.PATH ?? '')
  .split(delimiter)
  .map(folder => join(folder, 'ffmpeg'))
  .find(canRun)

/** The one on the PATH, else the build inside the npm package: tests have one on any machine. */
export const ffmpeg: string =
  onPath ?? (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path
