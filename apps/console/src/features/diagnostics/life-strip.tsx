import type { LifeMark } from '@livetap/session'
import classes from './life-strip.module.css'

interface Props {
  marks: readonly LifeMark[]
  show: (moment: string) => string
}

/** What the meeting went through, in the order of time, with how long each step took. */
export function LifeStrip({ marks, show }: Props) {
  if (marks.length < 2) return null
  return (
    <ol className={classes.strip} aria-label="Life of the meeting">
      {marks.map((mark, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the marks are never reordered
        <li key={place} className={classes.mark} title={show(mark.at)}>
          <span className={classes.label}>{mark.label}</span>
          <span className={classes.after}>
            {place === 0 ? show(mark.at) : after(marks[place - 1]!, mark)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function after(before: LifeMark, mark: LifeMark): string {
  const seconds = (Date.parse(mark.at) - Date.parse(before.at)) / 1000
  if (seconds < 60) return `+${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `+${minutes} min ${Math.round(seconds % 60)} s`
  return `+${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
