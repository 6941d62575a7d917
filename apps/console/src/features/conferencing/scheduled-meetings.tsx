import { type Conference, fillRoute, routes } from '@livetap/contract'
import { openConference } from '@livetap/contract/calls/conferencing'
import { loadConferences, type Removal, ScheduledRemovals } from '@livetap/session'
import { Anchor, Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useListQuery } from '../../shared/remote/list-queries'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { RelativeTime } from '../../shared/time/relative-time'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { useStore } from '../../shared/use-store'
import { conferencePath } from './conference-columns'
import classes from './conferencing.module.css'
import { ScheduleDialog } from './schedule-dialog'

const MAX_SCHEDULED = 100

/** Of the whole page: what was removed can be undone from the next screen too. */
const removals = new ScheduledRemovals()

/** Ours: what was scheduled and is not over. Opening one makes its live meeting. */
export function ScheduledMeetings() {
  const api = useApi()
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useListQuery(['conferences', 'scheduled'], signal =>
    loadConferences(api, { meetingType: 'meetingSeries', state: 'active' }, MAX_SCHEDULED, signal),
  )
  const removed = useStore(removals)
  const rows = (data ?? [])
    .filter(({ id }) => removed.get(id)?.state !== 'removed')
    .sort((a, b) => (a.start ?? '').localeCompare(b.start ?? ''))
  return (
    <section className={classes.scheduled} aria-label="Scheduled meetings">
      <header>
        <Title order={2}>Scheduled</Title>
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          Schedule a meeting
        </Button>
      </header>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {error ? `The scheduled meetings could not be read: ${error.message}` : 'No meeting is scheduled.'}
        </Text>
      ) : (
        <ul className={classes.schedule}>
          {rows.map(row => (
            <Scheduled key={row.id} row={row} removal={removed.get(row.id)} />
          ))}
        </ul>
      )}
      {isAsking && (
        <ScheduleDialog
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            void refetch()
          }}
        />
      )}
    </section>
  )
}

function Scheduled({ row, removal }: { row: Conference; removal: Removal | undefined }) {
  const api = useApi()
  const toasts = useToasts()
  return (
    <li>
      <Anchor component={Link} to={conferencePath(row)} inherit className={classes.name}>
        {row.title}
      </Anchor>
      {row.start !== undefined && <RelativeTime at={row.start} />}
      <span className="mono">{row.meetingNumber}</span>
      {row.canOpen && (
        <span className={classes.act}>
          <OpenConference row={row} />
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={`Remove ${row.title}`}
            onClick={() => removals.remove(row, { api, notices: toasts })}
          >
            Remove
          </Button>
          <Refusal text={removal?.state === 'refused' ? `Not removed: ${removal.reason}` : undefined} />
        </span>
      )}
    </li>
  )
}

export function OpenConference({ row }: { row: Conference }) {
  const api = useApi()
  const navigate = useNavigate()
  const { run, loading, error } = useRemoteCall(signal =>
    api.call(openConference, { params: { id: row.id } }, { signal }),
  )
  const onOpen = async () => {
    const outcome = await run()
    if (outcome.phase === 'success')
      void navigate(fillRoute(routes.live, { meeting_id: outcome.data.VOICEA_MEETING_ID }))
  }
  return (
    <>
      <Button
        size="compact-xs"
        loading={loading}
        aria-label={`Open ${row.title}`}
        onClick={() => void onOpen()}
      >
        Open
      </Button>
      <Refusal text={error && `Not opened: ${error.message}`} />
    </>
  )
}
