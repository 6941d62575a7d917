import type { SystemSample } from '@livetap/contract'
import type { Point } from './sparkline'

export type HistoryName = 'queue' | 'speed' | 'errors' | 'memory'
export type HistorySeries = Readonly<Record<HistoryName, readonly Point[]>>

/** The installation, minute by minute: errors of all processes together, memory of the one that has most. */
export function historySeries(samples: readonly SystemSample[]): HistorySeries {
  const byMinute = new Map<number, SystemSample[]>()
  for (const sample of samples) {
    const ms = Date.parse(sample.time)
    byMinute.set(ms, [...(byMinute.get(ms) ?? []), sample])
  }
  const minutes = [...byMinute].toSorted(([a], [b]) => a - b)
  const series = (read: (of: readonly SystemSample[]) => number | undefined): Point[] =>
    minutes.map(([ms, of]) => ({ ms, value: read(of) }))
  return {
    queue: series(of => Math.max(...of.map(({ queue }) => queue))),
    speed: series(of => {
      const speeds = of.flatMap(({ speed }) => speed ?? [])
      return speeds.length === 0 ? undefined : sum(speeds) / speeds.length
    }),
    errors: series(of => sum(of.map(({ errors }) => errors))),
    memory: series(of => Math.max(...of.map(({ memory_bytes }) => memory_bytes))),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
