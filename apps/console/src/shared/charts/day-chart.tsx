import { VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatDay } from '../time/format-date'
import { ChartLegend, totalsOf } from './chart-legend'
import { type DayValue, everyDay } from './day-bars'
import classes from './day-chart.module.css'

interface Props {
  /** What it shows, for who cannot see it too. */
  label: string
  /** The names of a day's values, in their order. */
  series: readonly string[]
  days: readonly DayValue[]
  format: (value: number) => string
  /** Bars of a day stand on each other; else two of them stand side by side. */
  isStacked?: boolean
}

const Plot = lazy(() => import('./day-plot'))

/**
 * Bars by day, a colour for each series. The library that draws them is loaded with the first one; the same numbers
 * are in a table for a screen reader.
 */
export function DayChart({ label, series, days, format, isStacked = false }: Props) {
  const all = useMemo(() => everyDay(days), [days])
  const [at, setAt] = useState<number>()
  const pointed = at === undefined ? undefined : all[at]
  return (
    <figure className={classes.chart} aria-label={label}>
      <figcaption className={classes.caption}>{label}</figcaption>
      <ChartLegend
        of={pointed?.day ?? 'all days'}
        series={series}
        values={pointed?.values ?? totalsOf(series, days)}
        format={format}
      />
      <div className={classes.plot} aria-hidden="true">
        <Suspense>
          <Plot days={all} series={series} format={format} isStacked={isStacked} onPoint={setAt} />
        </Suspense>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(name => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, values }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day, 'gmt')}</th>
                {values.map((value, of) => (
                  <td key={series[of]}>{format(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
