import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { bin, fail, node, root } from './lib/run.mjs'

const args = process.argv.slice(2)
const toy = args.includes('--toy')
const asked = args.filter(arg => !arg.startsWith('--'))
const options = args.filter(arg => arg.startsWith('--'))

await ensureInstalled()
const { buildAll } = await import('./lib/build.mjs')
await buildAll()

const folder = join(root, 'bench')
const all = readdirSync(folder)
  .filter(name => name.endsWith('.bench.ts'))
  .map(name => name.slice(0, -'.bench.ts'.length))
const unknown = asked.find(name => !all.includes(name))
if (unknown) fail(`There is no bench ${unknown}; there are: ${all.join(', ')}`)

/** They take a minute each at their smallest, or fetch weights that no test needs; the code that they measure is run by tests. */
const slowAtToySize = new Set(['asr-prompts', 'fleet', 'hotword', 'logging-cost', 'pipeline', 'training'])
const unasked = all.filter(name => !(toy && slowAtToySize.has(name)))

mkdirSync(join(folder, 'results'), { recursive: true })
const missed = []
for (const name of asked.length > 0 ? asked : unasked) {
  const file = join(folder, `${name}.bench.ts`)
  if (!existsSync(file)) continue
  process.stdout.write(`\n== ${name}${toy ? ' (toy size)' : ''}\n`)
  const { code } = await node([bin('tsx/dist/cli.mjs'), file, ...options])
  if (code !== 0) missed.push(name)
}
if (missed.length > 0) fail(`Missed their bars: ${missed.join(', ')}`)
