import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatDay } from '../time/format-date'
import type { DayValue } from './day-bars'
import { axisStyle, seriesColour, stacked } from './plot-style'

const HEIGHT = 168
const dayOf = (seconds: number) => formatDay(seconds * 1000, 'gmt')

interface Props {
  days: readonly DayValue[]
  series: readonly string[]
  format: (value: number) => string
  isStacked: boolean
  /** The day that the pointer is at; undefined while it is at none. Stays the same function. */
  onPoint: (at: number | undefined) => void
}

export default function DayPlot({ days, series, format, isStacked, onPoint }: Props) {
  const { ref: size, width } = useElementSize()
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  const pointed = useRef(onPoint)
  const formatted = useRef(format)
  // What is drawn, as a text: the same numbers in new arrays are not drawn again.
  const drawn = JSON.stringify({ days, series } satisfies Pick<Props, 'days' | 'series'>)
  useEffect(() => {
    const { days, series } = JSON.parse(drawn) as Pick<Props, 'days' | 'series'>
    const format = formatted.current
    if (!place.current || width === 0) return
    const axis = axisStyle(scheme)
    const plot = new uPlot(
      {
        width,
        height: HEIGHT,
        tzDate: seconds => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        scales: {
          x: { time: true, range: (_, from, to) => [from - 43_200, to + 43_200] },
          y: { range: [0, null] },
        },
        axes: [
          {
            ...axis,
            incrs: [86_400, 7 * 86_400, 28 * 86_400],
            values: (_, moments) => moments.map(seconds => dayOf(seconds).slice(5)),
          },
          { ...axis, size: 56, values: (_, ticks) => ticks.map(format) },
        ],
        series: [
          { label: 'Day', value: (_, seconds) => (seconds === null ? '' : dayOf(seconds)) },
          ...series.map((label, at) => {
            const shown = seriesColour(scheme, at)
            return {
              label,
              value: (_: uPlot, __: number, ___: number, day: number | null) =>
                day === null ? '' : format(days[day]?.values[at] ?? 0),
              stroke: shown,
              fill: shown,
              width: 0,
              paths: uPlot.paths.bars!({
                size: [0.6, 32],
                align: isStacked ? 0 : barSide(at, series.length),
              }),
              points: { show: false },
            }
          }),
        ],
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        hooks: { setCursor: [({ cursor }) => pointed.current(cursor.idx ?? undefined)] },
      },
      [
        days.map(({ day }) => Date.parse(day) / 1000),
        ...series.map((_, at) => days.map(({ values }) => (isStacked ? stacked(values, at) : values[at]!))),
      ],
      place.current,
    )
    return () => plot.destroy()
  }, [drawn, isStacked, width, scheme])
  return (
    <div ref={size}>
      <div ref={place} />
    </div>
  )
}

/** Two series stand side by side at their day; more lie over each other. */
const barSide = (at: number, count: number): -1 | 0 | 1 => (count === 2 ? (at === 0 ? -1 : 1) : 0)
