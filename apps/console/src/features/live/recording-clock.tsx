import type { LiveMeeting } from '@livetap/session'
import { shortClockText } from '@livetap/transcript'
import { VisuallyHidden } from '@mantine/core'
import { useStore } from '../../shared/use-store'
import classes from './live.module.css'
import { useNow } from './use-now'

/** Since the call started; the dot is red while this microphone or the meeting is being recorded. */
export function RecordingClock({ live }: { live: LiveMeeting }) {
  const { startedAtMs, recording } = useStore(live)
  const now = useNow()
  const elapsedMs = startedAtMs === undefined ? 0 : Math.max(0, now - startedAtMs)
  return (
    <span className={classes.clock} data-recording={recording} title="Time since the call started">
      <span className={classes.red} aria-hidden />
      <VisuallyHidden component="span">{recording ? 'Recording, ' : 'Not recording, '}</VisuallyHidden>
      <time className="tabular" data-testid="elapsed">
        {shortClockText(elapsedMs)}
      </time>
    </span>
  )
}
