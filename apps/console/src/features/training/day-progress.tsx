import type { TrainingProgress } from '@livetap/contract'
import { counted, plural } from '@livetap/contract'
import classes from './training.module.css'

type Done = TrainingProgress['mine']

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`

/** What this trainer has done since midnight; everyone's on hover. */
export function DayProgress({ progress }: { progress: TrainingProgress | undefined }) {
  if (!progress) return null
  const { mine, everyone } = progress
  const { read, ms } = readOf(mine)
  const all = readOf(everyone)
  const others = [`${counted(all.read, 'utterance')}`, minutes(all.ms), ...partsOf(everyone)].join(', ')
  return (
    <span className={classes.progress} data-hint={`Everyone: ${others}`} data-testid="day-progress">
      Today: <b>{read}</b> {plural(read, 'utterance')}, <b>{minutes(ms)}</b>
      {partsOf(mine).map(part => `, ${part}`)}
    </span>
  )
}

/** What was read, changed or not. */
const readOf = ({ edited, edited_ms, confirmed, confirmed_ms }: Done) => ({
  read: edited + confirmed,
  ms: edited_ms + confirmed_ms,
})

const partsOf = ({ confirmed, unusable }: Done): string[] => [
  ...(confirmed > 0 ? [`${confirmed} confirmed`] : []),
  ...(unusable > 0 ? [`${unusable} unusable`] : []),
]
