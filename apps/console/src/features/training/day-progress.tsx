import type { TrainingProgress } from '@livetap/contract'
import classes from './training.module.css'

const minutes = (ms: number): string => `${(ms / 60_000).toFixed(1)} min`

/** What this trainer has done since midnight; everyone's on hover. */
export function DayProgress({ progress }: { progress: TrainingProgress | undefined }) {
  if (!progress) return null
  const { mine, everyone } = progress
  const others = `Everyone: ${everyone.edited} utterances, ${minutes(everyone.edited_ms)}, ${everyone.unusable} marked as unusable`
  return (
    <span className={classes.progress} title={others} data-testid="day-progress">
      Today: <b>{mine.edited}</b> {mine.edited === 1 ? 'utterance' : 'utterances'},{' '}
      <b>{minutes(mine.edited_ms)}</b>
      {mine.unusable > 0 && `, ${mine.unusable} unusable`}
    </span>
  )
}
