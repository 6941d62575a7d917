import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Of what other load on the machine changes. */
export type TimeUnit = 'ms' | 's' | 'ms/s' | 'rows/s' | 'MB/s'
/** Of ratios, counts, sizes and errors. */
export type JudgedUnit = '' | 'x' | 'times' | '%' | 'MB' | 'kB' | 'h' | 'ms off'

export type Bar = { atMost: number } | { atLeast: number }

/** One figure of a bench: its samples, and the bar it has to clear. Without one it is printed only, as every time is. */
export type Measure = { name: string; samples: number[] } & (
  | { unit: TimeUnit; bar?: undefined }
  | { unit: JudgedUnit; bar?: Bar }
)

export const isToy = process.argv.includes('--toy')

/** What is behind `--NAME=`. */
export const option = (name: string): string | undefined =>
  process.argv.find(one => one.startsWith(`--${name}=`))?.slice(name.length + 3)

const sorted = (samples: number[]) => [...samples].sort((a, b) => a - b)

export function quantile(samples: number[], share: number): number {
  const ordered = sorted(samples)
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN
}

export function median(samples: number[]): number {
  const ordered = sorted(samples)
  const middle = ordered.length >> 1
  if (ordered.length === 0) return Number.NaN
  return ordered.length % 2 ? ordered[middle]! : (ordered[middle - 1]! + ordered[middle]!) / 2
}

function clears(measure: Measure): boolean {
  if (!measure.bar) return true
  const value = median(measure.samples)
  return 'atMost' in measure.bar ? value <= measure.bar.atMost : value >= measure.bar.atLeast
}

const barText = ({ bar }: Measure) => (!bar ? '' : 'atMost' in bar ? `<= ${bar.atMost}` : `>= ${bar.atLeast}`)

const shown = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3))

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

/**
 * Prints the table, writes bench/results/NAME.json, and sets the exit code to 1 on a miss. At toy size the bars are
 * printed and not enforced: a handful of samples proves that the bench runs, nothing about speed. A part of a bench
 * is not kept as its result.
 */
export function report(name: string, measures: Measure[], { isKept = true } = {}): void {
  const rows = measures.map(measure => ({
    measure: measure.name,
    n: measure.samples.length,
    median: `${shown(median(measure.samples))} ${measure.unit}`,
    p5: shown(quantile(measure.samples, 0.05)),
    p95: shown(quantile(measure.samples, 0.95)),
    bar: barText(measure),
    verdict: !measure.bar ? '' : clears(measure) ? 'ok' : 'MISS',
  }))
  console.table(rows)
  if (isToy) return
  if (!measures.every(clears)) process.exitCode = 1
  if (!isKept) return
  const folder = fileURLToPath(new URL('../results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    arch: arch(),
    platform: platform(),
    memory: totalmem(),
    node: process.version,
  }
  const results = measures.map(measure => ({
    name: measure.name,
    unit: measure.unit,
    n: measure.samples.length,
    median: median(measure.samples),
    spread: [quantile(measure.samples, 0.05), quantile(measure.samples, 0.95)],
    bar: measure.bar,
    ok: clears(measure),
  }))
  writeFileSync(
    `${folder}${name}.json`,
    `${JSON.stringify({ name, machine, commit: commit(), results }, null, 2)}\n`,
  )
}
