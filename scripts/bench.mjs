import { mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
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
const files = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.bench.ts') && !name.includes('node_modules'))
    .map(name => [basename(name, '.bench.ts'), join(folder, name)]),
)
const all = [...files.keys()].sort()
const unknown = asked.find(name => !all.includes(name))
if (unknown) fail(`There is no bench ${unknown}; there are: ${all.join(', ')}`)

/** They take a minute each at their smallest, or fetch weights that no test needs; the code that they measure is run by tests. */
const slowAtToySize = new Set([
  'asr-prompts',
  'fleet',
  'hotword',
  'logging-cost',
  'nothing-said',
  'pipeline',
  'training',
])
const unasked = all.filter(name => !(toy && slowAtToySize.has(name)))

mkdirSync(join(folder, 'results'), { recursive: true })
const missed = []
for (const name of asked.length > 0 ? asked : unasked) {
  const file = files.get(name)
  process.stdout.write(`\n== ${name}${toy ? ' (toy size)' : ''}\n`)
  const { code } = await node([bin('tsx/dist/cli.mjs'), file, ...options])
  if (code !== 0) missed.push(name)
}
if (missed.length > 0) fail(`Missed their bars: ${missed.join(', ')}`)
