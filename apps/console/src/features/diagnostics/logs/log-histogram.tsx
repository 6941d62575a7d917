import { counted, SEVERITIES } from '@livetap/contract'
import type { LogExplorerState } from '@livetap/session'
import type { DateTexts } from '../use-date-zone'
import classes from './log-histogram.module.css'

interface Props {
  histogram: NonNullable<LogExplorerState['histogram']>
  dates: Pick<DateTexts, 'show' | 'day' | 'time'>
  /** Narrows the search to one bar. */
  onPick: (from: string, to: string) => void
}

/** Entries over time, each bar one stretch, trouble at its foot. */
export function LogHistogram({ histogram, dates, onPick }: Props) {
  const { step_ms: stepMs, buckets } = histogram
  const counts = new Map<number, Map<string, number>>()
  for (const { time, severity, count } of buckets) {
    const at = Date.parse(time)
    counts.set(at, (counts.get(at) ?? new Map()).set(severity, count))
  }
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  const sumOf = (at: number) => [...(counts.get(at)?.values() ?? [])].reduce((sum, count) => sum + count, 0)
  const most = Math.max(1, ...[...counts.keys()].map(sumOf))
  if (counts.size === 0) return null
  const first = Math.min(...counts.keys())
  const last = Math.max(...counts.keys())
  const times = Array.from({ length: (last - first) / stepMs + 1 }, (_, n) => first + n * stepMs)
  const iso = (ms: number) => new Date(ms).toISOString()
  const [from, to] = [iso(first), iso(last + stepMs)]
  const entriesFrom = (at: number) => `${counted(sumOf(at), 'entry', 'entries')} from ${dates.show(iso(at))}`
  const isOneDay = dates.day(from) === dates.day(to)
  return (
    <figure className={classes.histogram} aria-label={`${counted(total, 'entry', 'entries')} over time`}>
      <div className={classes.bars}>
        {times.map(at => (
          <button
            key={at}
            type="button"
            tabIndex={-1}
            className={classes.bar}
            aria-label={entriesFrom(at)}
            data-hint={entriesFrom(at)}
            disabled={sumOf(at) === 0}
            onClick={() => onPick(iso(at), iso(at + stepMs - 1))}
          >
            {SEVERITIES.map(severity => (
              <span
                key={severity}
                data-severity={severity}
                style={{ height: `${((counts.get(at)?.get(severity) ?? 0) / most) * 100}%` }}
              />
            ))}
          </button>
        ))}
      </div>
      <figcaption className={classes.axis}>
        <span>{isOneDay ? dates.time(from) : dates.show(from)}</span>
        <span>
          {isOneDay && `${dates.day(from)}: `}
          {counted(total, 'entry', 'entries')}, a bar is {lengthOf(stepMs)}, the highest {most}
        </span>
        <span>{isOneDay ? dates.time(to) : dates.show(to)}</span>
      </figcaption>
    </figure>
  )
}

function lengthOf(ms: number): string {
  const units: [number, string][] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ]
  const [size, unit] = units.find(([size]) => ms >= size) ?? [1, 'ms']
  return `${Math.round(ms / size)} ${unit}`
}
