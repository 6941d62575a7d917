import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const MAX_FILES = 25
const tops = ['packages', 'apps', 'bench', 'e2e', 'soak', 'scripts', 'testing', 'samples', 'docs', 'deploy']
const notOurs = /^(node_modules|dist.*|fixtures|results|__pycache__|\..*)$/
/** One file for each change of the database, for good: their numbers are the only order they need. */
const migrations = /^apps\/server\/src\/platform\/db\/migrations(\/|$)/

/** Folders with more files side by side than a reader takes in. Every file counts, tests and styles too. */
export function crowdedFolders(root, most = MAX_FILES) {
  const found = []
  const visit = folder => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    const count = entries.filter(entry => entry.isFile() && !entry.name.startsWith('.')).length
    if (count > most && !migrations.test(folder)) found.push({ folder, count, most })
    for (const entry of entries)
      if (entry.isDirectory() && !notOurs.test(entry.name)) visit(`${folder}/${entry.name}`)
  }
  const present = new Set(readdirSync(root))
  for (const top of tops) if (present.has(top)) visit(top)
  return found
}
