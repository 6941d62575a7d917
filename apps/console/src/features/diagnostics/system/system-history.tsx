import type { SystemHistory } from '@livetap/contract'
import { useMemo } from 'react'
import { formatTime } from '../../../shared/time/format-date'
import { type HistoryName, historySeries } from './history-series'
import { type Point, sparkline } from './sparkline'
import classes from './system.module.css'

const HOURS = 6
const WIDTH = 240
const HEIGHT = 40

interface Kind {
  name: HistoryName
  label: string
  /** Read on hover: what is counted. */
  means: string
  format: (value: number) => string
}

const kinds: readonly Kind[] = [
  {
    name: 'queue',
    label: 'Recordings waiting',
    means: 'Recordings that waited for a worker',
    format: String,
  },
  {
    name: 'speed',
    label: 'Recognition speed',
    means:
      'Length of the sound of calls and recordings over the time their recognition took; a gap where none was recognised',
    format: value => `${value.toFixed(1)} × real time`,
  },
  { name: 'errors', label: 'Errors a minute', means: 'Log entries of severity ERROR', format: String },
  {
    name: 'memory',
    label: 'Memory',
    means: 'Of the process that has most',
    format: bytes => `${(bytes / 2 ** 20).toFixed(0)} MiB`,
  },
]

/** How the installation did: a line for each figure, with gaps where no process said anything. */
export function SystemHistoryPart({ history }: { history: SystemHistory }) {
  const series = useMemo(() => historySeries(history.samples), [history])
  const last = history.samples.at(-1)
  const toMs = last ? Date.parse(last.time) : 0
  const frame = {
    fromMs: toMs - HOURS * 3_600_000,
    toMs,
    stepMs: history.step_ms,
    width: WIDTH,
    height: HEIGHT,
  }
  return (
    <section className={classes.history} aria-label={`Last ${HOURS} hours`}>
      {kinds.map(kind => (
        <Figure
          key={kind.name}
          kind={kind}
          points={series[kind.name]}
          path={sparkline(series[kind.name], frame)}
        />
      ))}
    </section>
  )
}

function Figure({ kind, points, path }: { kind: Kind; points: readonly Point[]; path: string }) {
  const { label, means, format } = kind
  const known = points.filter((point): point is Point & { value: number } => point.value !== undefined)
  const last = known.at(-1)
  const most = known.reduce<(typeof known)[number] | undefined>(
    (held, point) => (held && held.value >= point.value ? held : point),
    undefined,
  )
  return (
    <figure className={classes.spark} data-hint={means}>
      <figcaption>
        <span>{label}</span> <b>{last ? format(last.value) : '–'}</b>
      </figcaption>
      <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      <p>
        <span>{HOURS} h ago</span>
        <span>{most ? `most ${format(most.value)}, ${formatTime(most.ms)}` : 'nothing yet'}</span>
        <span>now</span>
      </p>
    </figure>
  )
}
