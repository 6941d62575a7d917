import type { LiveMeeting } from '@livetap/session'
import { shortClockText } from '@livetap/transcript'
import { useNow } from '../../shared/time/use-now'
import { useStore } from '../../shared/use-store'
import classes from './live.module.css'
import { recordStateOf, recordWords } from './record-state'

/** Since the call started, and whether what is said is kept; the dot is red while it is. */
export function RecordingClock({ live }: { live: LiveMeeting }) {
  const room = useStore(live)
  const now = useNow()
  const state = recordStateOf(room, now)
  const elapsedMs = room.startedAtMs === undefined ? 0 : Math.max(0, now - room.startedAtMs)
  return (
    <span className={classes.clock} data-record={state} data-hint="Time since the call started">
      <span className={classes.red} aria-hidden />
      <time className="tabular" data-testid="elapsed">
        {shortClockText(elapsedMs)}
      </time>
      <span className={classes.recordState}>{recordWords[state]}</span>
    </span>
  )
}
