import type { FaultSite } from './fault-site'
import { withCores } from './outage-meter'
import type { FaultRun } from './run-faults'

const FAULTS_PER_MINUTE = 3
/** Of a meeting whose node died, and of one whose node was drained. */
const KILLED_MS = 15_000
const DRAINED_MS = 3_000

/** The tables of a run: faults by kind, then operations. */
export function faultTable({ meter }: FaultSite, run: FaultRun): string {
  const seconds = (ms: number) => (ms === 0 ? '-' : `${(ms / 1000).toFixed(1)} s`)
  const struck = [...run.struck].map(([kind, count]) => [
    kind,
    String(count),
    seconds(meter.longest({ fault: kind })),
    seconds(meter.longest({ fault: kind, operation: 'live meetings' })),
    seconds(meter.longest({ fault: kind, operation: 'live meetings' }, withCores)),
  ])
  const done = [...run.operations].map(([name, one]) => [
    name,
    ...[one.runs, one.acknowledged, one.lost.length, one.doubled.length, one.failed.length].map(String),
    seconds(meter.longest({ operation: name })),
  ])
  const lines = [
    ...columns([['fault', 'times', 'longest outage', 'of a live meeting', 'with cores'], ...struck]),
    ...[...run.impossible].map(([kind, why]) => `${kind}: not made, ${why}`),
    '',
    ...columns([
      ['operation', 'runs', 'acknowledged', 'lost', 'doubled', 'failed', 'longest outage'],
      ...done,
    ]),
    ...[...run.wrong].map(([text, count]) => `answered wrongly ${count} times: ${text}`),
  ]
  return `${lines.join('\n')}\n`
}

/** Promises that the run broke; none where it is empty. */
export function brokenPromises(
  { meter, deaths }: FaultSite,
  run: FaultRun,
  { times = false } = {},
): string[] {
  const broken = [...run.operations].flatMap(([name, { lost, doubled, failed }]) => [
    ...lost.map(one => `${name}: lost ${one}`),
    ...doubled.map(one => `${name}: doubled ${one}`),
    ...failed.map(one => `${name}: ${one}`),
  ])
  broken.push(...run.unrepaired.map(one => `not whole again: ${one}`))
  broken.push(...[...run.wrong].map(([text, count]) => `answered wrongly ${count} times: ${text}`))
  broken.push(...deaths.map(one => `died: ${one}`))
  if (!times) return broken
  const struck = [...run.struck.values()].reduce((sum, count) => sum + count, 0)
  if (struck < run.minutes * FAULTS_PER_MINUTE)
    broken.push(`${struck} faults in ${run.minutes} minutes are fewer than ${FAULTS_PER_MINUTE} a minute`)
  for (const [name, { runs }] of run.operations) if (runs === 0) broken.push(`${name}: came to no end`)
  for (const [fault, most] of [
    ['gateway killed', KILLED_MS],
    ['gateway drained', DRAINED_MS],
  ] as const) {
    // What a machine without a free core adds is no part of the promise.
    const longest = meter.longest({ operation: 'live meetings', fault }, withCores)
    if (longest > most) broken.push(`${fault}: a meeting went on after ${(longest / 1000).toFixed(1)} s`)
  }
  return broken
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map(row => (row[at] ?? '').length)))
  return rows.map(row =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  )
}
