import { fillRoute, type LogEntryWire, routes } from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { recordingMoment } from '../../../shared/meeting-hub/recording-moment'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useApi } from '../../../shared/session/session-context'
import classes from '../diagnostics.module.css'

interface Props {
  entry: LogEntryWire
  onFilter: (change: Record<string, string>) => void
}

/** Everything of one entry, and where it leads: the same kind of entries, its meeting, the moment of the recording. */
export function LogDetail({ entry, onFilter }: Props) {
  const { meeting, metric, pod } = entry
  return (
    <div className={classes.row}>
      <div className={classes.links}>
        <Button size="compact-xs" variant="default" onClick={() => onFilter({ metric })}>
          Only this metric
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => onFilter({ pod })}>
          Only this pod
        </Button>
        {meeting && (
          <>
            <Button size="compact-xs" variant="default" onClick={() => onFilter({ meeting })}>
              Only this meeting
            </Button>
            <Anchor
              size="sm"
              component={Link}
              to={fillRoute(routes.audioLedgersStats, { meeting_id: meeting })}
            >
              Audio ledger
            </Anchor>
            <Moment meeting={meeting} time={entry.time} />
          </>
        )}
      </div>
      <pre className={`mono ${classes.detail}`}>{JSON.stringify(entry, null, 2)}</pre>
    </div>
  )
}

/** A deleted meeting has no recording to open; one that has leads to the moment of the entry. */
function Moment({ meeting, time }: { meeting: string; time: string }) {
  const api = useApi()
  const { data } = useRemoteLoad(
    signal => api.call(getMeeting, { params: { id: meeting } }, { signal }),
    [meeting],
  )
  if (!data?.start) return null
  const { to, isWithin } = recordingMoment(data, time)
  return (
    <Anchor size="sm" component={Link} to={to}>
      {isWithin ? 'Open this moment of the recording' : 'Open the meeting'}
    </Anchor>
  )
}
