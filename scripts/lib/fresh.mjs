import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

const SKIPPED = new Set(['node_modules', 'dist', 'dist-next', 'dist-old', '.git'])

function addTo(hash, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (statSync(full).isFile()) {
    hash.update(path).update(readFileSync(full))
    return
  }
  for (const name of readdirSync(full).sort()) {
    if (SKIPPED.has(name) || /\.test\.tsx?$/.test(name)) continue
    addTo(hash, `${path}/${name}`)
  }
}

/** Runs `build` unless its inputs are what they were at the last successful build. */
export async function whenChanged(stampPath, inputs, build) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const input of inputs) addTo(hash, input)
  const stamp = hash.digest('hex')
  const file = join(root, stampPath)
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return false
  await build()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, stamp)
  return true
}
