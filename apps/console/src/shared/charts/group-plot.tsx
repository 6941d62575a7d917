import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { axisStyle, seriesColour, stacked } from './plot-style'

const HEIGHT = 168

export interface Group {
  name: string
  values: readonly number[]
}

interface Props {
  /** What a group is. */
  noun: string
  groups: readonly Group[]
  series: readonly string[]
  /** The group that the pointer is at; undefined while it is at none. Stays the same function. */
  onPoint: (at: number | undefined) => void
}

/** A bar for each group, its values on each other. */
export default function GroupPlot({ noun, groups, series, onPoint }: Props) {
  const { ref: size, width } = useElementSize()
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  const pointed = useRef(onPoint)
  // What is drawn, as a text: the same numbers in new arrays are not drawn again.
  const drawn = JSON.stringify({ noun, groups, series } satisfies Omit<Props, 'onPoint'>)
  useEffect(() => {
    const { noun, groups, series } = JSON.parse(drawn) as Omit<Props, 'onPoint'>
    if (!place.current || width === 0) return
    const axis = axisStyle(scheme)
    const plot = new uPlot(
      {
        width,
        height: HEIGHT,
        scales: {
          x: { time: false, range: [-0.5, groups.length - 0.5] },
          y: { range: (_, __, most) => [0, Math.max(1, most)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            splits: groups.map((_, at) => at),
            values: (_, splits) => splits.map(at => groups[at]?.name ?? ''),
          },
          // Things that are counted whole.
          { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000], size: 48 },
        ],
        series: [
          { label: noun, value: (_, at) => (at === null ? '' : (groups[at]?.name ?? '')) },
          ...series.map((label, at) => {
            const shown = seriesColour(scheme, at)
            return {
              label,
              value: (_: uPlot, __: number, ___: number, group: number | null) =>
                group === null ? '' : String(groups[group]?.values[at] ?? 0),
              stroke: shown,
              fill: shown,
              width: 0,
              paths: uPlot.paths.bars!({ size: [0.6, 64] }),
              points: { show: false },
            }
          }),
        ],
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        hooks: { setCursor: [({ cursor }) => pointed.current(cursor.idx ?? undefined)] },
      },
      [groups.map((_, at) => at), ...series.map((_, at) => groups.map(({ values }) => stacked(values, at)))],
      place.current,
    )
    return () => plot.destroy()
  }, [drawn, width, scheme])
  return (
    <div ref={size}>
      <div ref={place} />
    </div>
  )
}
