import classes from './day-chart.module.css'
import { seriesCss } from './plot-style'

interface Props {
  /** What the values are of: all that is shown, or what the pointer is at. */
  of: string
  series: readonly string[]
  values: readonly number[]
  format: (value: number) => string
}

/** The colour of each series with its value, in the type of the page. */
export function ChartLegend({ of, series, values, format }: Props) {
  return (
    <ul className={classes.legend} aria-label={`Values, ${of}`}>
      <li className={classes.of}>{of}</li>
      {series.map((name, at) => (
        <li key={name}>
          <span className={classes.swatch} style={{ background: seriesCss(at) }} aria-hidden />
          {name} <b>{format(values[at] ?? 0)}</b>
        </li>
      ))}
    </ul>
  )
}

/** What each series adds up to. */
export const totalsOf = (series: readonly string[], of: readonly { values: readonly number[] }[]): number[] =>
  series.map((_, at) => of.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
