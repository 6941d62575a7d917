import { lazy, Suspense, useState } from 'react'
import { ChartLegend, totalsOf } from './chart-legend'
import classes from './day-chart.module.css'
import type { Group } from './group-plot'

interface Props {
  label: string
  /** What a group is. */
  noun: string
  /** The names of a group's values, in their order. */
  series: readonly string[]
  groups: readonly Group[]
}

const Plot = lazy(() => import('./group-plot'))

/** Beside a table of the same numbers, which is for a screen reader; the library that draws is loaded with the first plot. */
export function GroupChart({ label, noun, series, groups }: Props) {
  const [at, setAt] = useState<number>()
  const pointed = at === undefined ? undefined : groups[at]
  return (
    <figure className={classes.chart} aria-label={label}>
      <figcaption className={classes.caption}>{label}</figcaption>
      <ChartLegend
        of={pointed?.name ?? 'all'}
        series={series}
        values={pointed?.values ?? totalsOf(series, groups)}
        format={String}
      />
      <div className={classes.plot} aria-hidden="true">
        <Suspense>
          <Plot noun={noun} series={series} groups={groups} onPoint={setAt} />
        </Suspense>
      </div>
    </figure>
  )
}
