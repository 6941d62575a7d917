import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const moduleFolder = /^apps\/server\/src\/modules\/[^/]+\//
const isTest = path => /\.test\.ts$|\/testing\//.test(path)

/** Files that construct the store of a module they are not part of; tests may. Paths are from `root`. */
export function foreignStores(root, paths) {
  const files = paths
    .filter(path => path.startsWith('apps/server/src/'))
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const declaredIn = new Map(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(/^export class (\w+Store)\b/gm)].map(([, name]) => [name, path]),
    ),
  )
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bnew (\w+Store)\(/g)]
        .map(([, name]) => declaredIn.get(name))
        .filter(store => store?.match(moduleFolder) && !path.startsWith(store.match(moduleFolder)[0]))
        .map(store => [path, store]),
    )
}
