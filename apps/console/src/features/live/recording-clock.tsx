import type { LiveMeeting } from '@livetap/session'
import { shortClockText } from '@livetap/transcript'
import { VisuallyHidden } from '@mantine/core'
import { useNow } from '../../shared/time/use-now'
import { useStore } from '../../shared/use-store'
import classes from './live.module.css'

/** Since the call started; the dot is red while what is said is kept. */
export function RecordingClock({ live }: { live: LiveMeeting }) {
  const { startedAtMs, recording, offTheRecordUntilMs } = useStore(live)
  const now = useNow()
  const isOff = offTheRecordUntilMs > now
  const state = isOff ? 'Off the record' : recording ? 'Recording' : 'Not recording'
  const elapsedMs = startedAtMs === undefined ? 0 : Math.max(0, now - startedAtMs)
  return (
    <span className={classes.clock} data-recording={recording && !isOff} title="Time since the call started">
      <span className={classes.red} aria-hidden />
      <VisuallyHidden component="span">{state}, </VisuallyHidden>
      <time className="tabular" data-testid="elapsed">
        {shortClockText(elapsedMs)}
      </time>
    </span>
  )
}
