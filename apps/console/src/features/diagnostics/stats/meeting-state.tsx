import { fillRoute, logsPath, routes } from '@livetap/contract'
import { getMeeting } from '@livetap/contract/calls/meetings'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useApi } from '../../../shared/session/session-context'
import { formatDate } from '../../../shared/time/format-date'
import classes from '../diagnostics.module.css'

/** What is known of a meeting whose logs tell of no end. */
export function MeetingState({ meetingId }: { meetingId: string }) {
  const api = useApi()
  const { data } = useRemoteLoad(
    signal => api.call(getMeeting, { params: { id: meetingId } }, { signal }),
    [meetingId],
  )
  const known = data && [
    ['Title', data.title],
    ['Status', data.status],
    ['Stage', data.stage],
    ['Error', data.error],
    ['Start', data.start ? formatDate(data.start) : ''],
  ]
  return (
    <section className={classes.known} aria-label="What is known">
      {known && (
        <dl>
          {known.map(([name, value]) =>
            value ? [<dt key={`${name}-name`}>{name}</dt>, <dd key={name}>{value}</dd>] : null,
          )}
        </dl>
      )}
      <Text size="sm">
        <Anchor component={Link} to={fillRoute(routes.audioLedgersStats, { meeting_id: meetingId })}>
          Audio ledger
        </Anchor>{' '}
        and{' '}
        <Anchor component={Link} to={logsPath({ meeting: meetingId })}>
          log entries
        </Anchor>{' '}
        of this meeting
      </Text>
    </section>
  )
}
