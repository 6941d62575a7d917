import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { bin, fail, node, root } from './lib/run.mjs'

const args = process.argv.slice(2)
const asked = args.filter(arg => !arg.startsWith('--'))
const options = args.filter(arg => arg.startsWith('--'))

await ensureInstalled()
const { buildAll } = await import('./lib/build.mjs')
await buildAll()

const folder = join(root, 'soak')
const all = (existsSync(folder) ? readdirSync(folder) : [])
  .filter(name => name.endsWith('.soak.ts'))
  .map(name => name.slice(0, -'.soak.ts'.length))
const unknown = asked.find(name => !all.includes(name))
if (unknown) fail(`There is no soak run ${unknown}; there are: ${all.join(', ')}`)

const failed = []
for (const name of asked.length > 0 ? asked : all) {
  process.stdout.write(`\n== ${name}\n`)
  const { code } = await node([bin('tsx/dist/cli.mjs'), join(folder, `${name}.soak.ts`), ...options])
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) fail(`Failed: ${failed.join(', ')}`)
