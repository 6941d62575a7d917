import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const MAX_FILES = 30
const tops = ['packages', 'apps', 'bench', 'e2e', 'soak', 'scripts', 'testing']
const notOurs = /^(node_modules|dist.*|fixtures|\..*)$/
const isSource = name => /\.(tsx?|mjs)$/.test(name) && !/\.(test|spec)\./.test(name)

/** Folders with more source files side by side than a reader takes in; tests beside them are not counted. */
export function crowdedFolders(root, most = MAX_FILES) {
  const found = []
  const visit = folder => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    const count = entries.filter(entry => entry.isFile() && isSource(entry.name)).length
    if (count > most) found.push({ folder, count, most })
    for (const entry of entries)
      if (entry.isDirectory() && !notOurs.test(entry.name)) visit(`${folder}/${entry.name}`)
  }
  const present = new Set(readdirSync(root))
  for (const top of tops) if (present.has(top)) visit(top)
  return found
}
