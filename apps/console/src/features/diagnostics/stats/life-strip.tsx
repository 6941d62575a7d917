import { type LifeMark, lifeScale, type ScaledMark, spanText } from '@livetap/session'
import { useMemo } from 'react'
import classes from './life-strip.module.css'

interface Props {
  marks: readonly LifeMark[]
  show: (moment: string) => string
}

/** The lines of the grid that the labels stand in. */
const LINES = 60
const LABEL_LINES = 10

const percent = (place: number) => `${(place * 100).toFixed(3)}%`

/** What the meeting went through, each station at its time on a line that is drawn to scale. */
export function LifeStrip({ marks, show }: Props) {
  const { groups, heard, breakMs } = useMemo(() => lifeScale(marks), [marks])
  if (marks.length < 2) return null
  const drawn = groups.flatMap(({ marks }) => marks)
  const end = breakMs === undefined ? 1 : Math.max(...drawn.map(({ place }) => (place < 1 ? place : 0)))
  return (
    <div className={classes.life}>
      <div className={classes.track} aria-hidden="true">
        <span className={classes.line} style={{ width: percent(end) }} />
        {heard && (
          <span
            className={classes.heard}
            style={{ left: percent(heard[0]), width: percent(heard[1] - heard[0]) }}
          />
        )}
        {breakMs !== undefined && (
          <span className={classes.break} style={{ left: percent(end) }}>
            {spanText(breakMs)}
          </span>
        )}
        {drawn.map(({ label, at, place }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the marks are never reordered
            key={index}
            className={classes.dot}
            data-cut={label === 'Cut'}
            style={{ left: percent(place) }}
            data-hint={`${label}: ${show(at)}`}
          />
        ))}
      </div>
      <ol className={classes.labels} aria-label="Life of the meeting">
        {groups.map(({ place, marks }) => (
          <li
            key={place}
            className={classes.group}
            data-end={marks[0]!.place - place > LABEL_LINES / LINES / 2}
            style={{ gridColumn: `${Math.round(place * LINES) + 1} / span ${LABEL_LINES}` }}
          >
            {marks.map((mark, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the marks are never reordered
              <Label key={index} mark={mark} show={show} />
            ))}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Label({ mark: { label, at, afterMs }, show }: { mark: ScaledMark; show: Props['show'] }) {
  return (
    <div className={classes.mark} data-hint={show(at)}>
      <span className={classes.label}>{label}</span>{' '}
      <span className={classes.after}>{afterMs === undefined ? show(at) : `+${spanText(afterMs)}`}</span>
    </div>
  )
}
