import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const onPath = (process.env.PATH ?? '')
  .split(delimiter)
  .map(folder => join(folder, 'ffmpeg'))
  .find(file => existsSync(file))

/** The one on the PATH, else the build inside the npm package: tests have one on any machine. */
export const ffmpeg: string =
  onPath ?? (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path
