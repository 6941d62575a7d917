/**
 * A running meeting, an upload and a processing run, and each fault at each step of their lives: the process lives,
 * answers 503, loses nothing that it acknowledged, and recovers without a hand. Once the database is away for two
 * minutes, and once the embedded one freezes. Then whole calls that a fault meets: what was sent is compared with what is
 * recorded. `--faults=name,name` and `--long=0` make it shorter; `--calls=name,name` or `--calls=all` runs calls alone.
 */
import { faultyCalls } from './lib/outage-calls'
import { type Fault, faults } from './lib/outage-faults'
import { type Life, liveMeeting, processing, type Step, steps, upload } from './lib/outage-lives'
import { playRound } from './lib/outage-round'
import { OutageSite } from './lib/outage-site'

const FAULT_MS = 8_000
const LONG_FAULT_MS = 120_000
const option = (name: string) =>
  process.argv.find(one => one.startsWith(`--${name}=`))?.slice(name.length + 3)
const asked = option('faults')?.split(',')
const askedCalls = option('calls')?.split(',')
const onlyCalls = askedCalls !== undefined && asked === undefined
const isAsked = (call: string) =>
  askedCalls ? askedCalls.includes('all') || askedCalls.includes(call) : !asked

const lives = { live: liveMeeting, upload, processing }
const table: string[][] = [['fault', 'step', ...Object.keys(lives), 'answers', '503', 's']]
let missed = 0

async function play(
  site: OutageSite,
  fault: Fault,
  step: Step,
  { ms = FAULT_MS, of = lives as Record<string, Life>, label = fault.name } = {},
): Promise<void> {
  const impossible = fault.needs?.(site)
  if (impossible) {
    table.push([label, step, `not run: ${impossible}`])
    return
  }
  const { lost, unavailable, seconds } = await playRound(site, fault, step, ms, of)
  const cell = (name: string) => (!lost[name] ? '-' : lost[name].length === 0 ? 'ok' : lost[name].join('; '))
  const row = [
    label,
    step,
    ...[...Object.keys(lives), 'answers'].map(cell),
    String(unavailable),
    String(seconds),
  ]
  if (Object.values(lost).some(all => all.length > 0)) missed += 1
  table.push(row)
  process.stdout.write(`${row.join(' | ')}\n`)
}

/** In seconds: sent, acknowledged, recorded. */
async function playCall(site: OutageSite, name: string): Promise<void> {
  const from = performance.now()
  const { sentMs, acknowledgedMs, recordedMs, lost } = await faultyCalls[name]!(site)
  const seconds = [sentMs, acknowledgedMs, recordedMs].map(ms => (ms / 1000).toFixed(1))
  if (lost.length > 0) missed += 1
  const figures = `sent ${seconds[0]}, acknowledged ${seconds[1]}, recorded ${seconds[2]} s`
  const row = [name, 'call', lost.join('; ') || 'ok', figures, '', '', '', String(took(from))]
  table.push(row)
  process.stdout.write(`${row.filter(Boolean).join(' | ')}\n`)
}

const took = (from: number) => Math.round((performance.now() - from) / 1000)

const site = await OutageSite.start()
try {
  for (const name of Object.keys(faultyCalls)) if (isAsked(name)) await playCall(site, name)
  for (const fault of onlyCalls ? [] : faults)
    if (!asked || asked.includes(fault.name)) for (const step of steps) await play(site, fault, step)
  if (option('long') !== '0' && !onlyCalls)
    await play(site, faults[0]!, 'under way', {
      ms: LONG_FAULT_MS,
      label: 'database stopped for two minutes',
    })
} finally {
  const code = await site.stop()
  if (code !== 0) {
    missed += 1
    process.stdout.write(`the gateway ended with ${code}\n`)
  }
}
if (!asked && !onlyCalls) {
  const alone = await OutageSite.startEmbedded()
  try {
    const frozen = faults.find(({ name }) => name === 'database frozen')!
    // No one thaws it: it is noticed and started again.
    await play(alone, frozen, 'under way', { ms: 30_000, label: 'embedded database frozen' })
  } finally {
    await alone.stop()
  }
}

const widths = table[0]!.map((_, column) => Math.max(...table.map(row => (row[column] ?? '').length)))
for (const row of table)
  process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}\n`)
process.stdout.write(missed === 0 ? 'nothing was lost\n' : `${missed} rounds missed\n`)
process.exit(missed === 0 ? 0 : 1)
