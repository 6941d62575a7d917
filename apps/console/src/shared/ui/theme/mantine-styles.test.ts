import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const consoleFolder = fileURLToPath(new URL('../../..', import.meta.url))
const esmOf = (name: string) =>
  fileURLToPath(new URL(`../../../../../../node_modules/@mantine/${name}/esm`, import.meta.url))

/** Where each component of a package is made, by its index. */
function filesOf(name: string): Map<string, string> {
  const index = readFileSync(join(esmOf(name), 'index.mjs'), 'utf8')
  const files = new Map<string, string>()
  for (const [, names, path] of index.matchAll(/import \{([^}]*)\} from "(\.\/[^"]+)"/g))
    for (const one of names!.split(',')) {
      const [made, called] = one.trim().split(' as ')
      files.set(called ?? made!, join(esmOf(name), path!))
    }
  return files
}

const packages = Object.fromEntries(['core', 'dates', 'notifications'].map(name => [name, filesOf(name)]))

/** The components whose styles a file needs, with what it imports in its turn. */
function stylesOf(file: string | undefined, seen: Set<string>, found: Set<string>): void {
  if (!file || seen.has(file) || !existsSync(file)) return
  seen.add(file)
  const isCore = file.startsWith(esmOf('core'))
  const style = /(\w+)\.module\.mjs$/.exec(file)?.[1]
  if (style && isCore) found.add(style)
  const text = readFileSync(file, 'utf8')
  for (const [, path] of text.matchAll(/(?:from|import) "(\.[^"]+)"/g))
    stylesOf(join(dirname(file), path!), seen, found)
  if (isCore) return
  for (const [, names] of text.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g))
    for (const name of names!.split(','))
      stylesOf(packages.core!.get(name.trim().split(' as ')[0]!), seen, found)
}

test('each component of Mantine that a screen uses has its styles, and no other has', () => {
  const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', consoleFolder])
    .toString()
    .split('\n')
    .filter(path => /(?<!\.test)\.tsx?$/.test(path) && existsSync(path))
    .map(path => readFileSync(path, 'utf8'))
    .join('\n')
  const needed = new Set<string>()
  const seen = new Set<string>()
  for (const [, names, from] of sources.matchAll(
    /import \{([^}]*)\} from '@mantine\/(core|dates|notifications)'/g,
  ))
    for (const name of names!.split(',')) stylesOf(packages[from!]!.get(name.trim()), seen, needed)
  const own = readFileSync(new URL('mantine-styles.ts', import.meta.url), 'utf8')
  const given = [...own.matchAll(/styles\/(\w+)\.css/g)].map(([, name]) => name)
  expect(given.toSorted()).toEqual([...needed, 'baseline', 'global'].toSorted())
})
