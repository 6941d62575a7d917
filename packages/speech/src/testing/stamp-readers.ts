import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { wavToPcm } from '@livetap/audio/testing'
import { readersRoot } from './recordings'

const root = joinPath(readersRoot, 'tuxpaint/stamps')

/** Debian's `tuxpaint-stamps-default` says in many languages what its pictures show: a reader each, at home. */
export type StampReader = `stamps-${string}`

/** The recordings of one language, in the same order everywhere. */
export function stampRecordings(reader: StampReader): string[] {
  if (!existsSync(root)) return []
  const ending = `_desc_${reader.slice('stamps-'.length)}.ogg`
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith(ending))
    .sort()
    .map(path => joinPath(root, path))
}

export function decodeRecording(file: string): Int16Array {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'wav', '-'], {
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${file} could not be read: ${stderr}`)
  return wavToPcm(stdout)
}
