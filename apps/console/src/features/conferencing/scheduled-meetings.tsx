import { type Conference, fillRoute, routes } from '@livetap/contract'
import { cancelConference, openConference } from '@livetap/contract/calls/conferencing'
import { loadConferences } from '@livetap/session'
import { Anchor, Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useListQuery } from '../../shared/remote/list-queries'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { conferencePath } from './conference-columns'
import classes from './conferencing.module.css'
import { ScheduleDialog } from './schedule-dialog'
import { When } from './when'

const MAX_SCHEDULED = 100

/** Ours: what was scheduled and is not over. Opening one makes its live meeting. */
export function ScheduledMeetings() {
  const api = useApi()
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch } = useListQuery(['conferences', 'scheduled'], signal =>
    loadConferences(api, { meetingType: 'meetingSeries', state: 'active' }, MAX_SCHEDULED, signal),
  )
  const rows = [...(data ?? [])].sort((a, b) => (a.start ?? '').localeCompare(b.start ?? ''))
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
            <Scheduled key={row.id} row={row} onChange={() => void refetch()} />
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

function Scheduled({ row, onChange }: { row: Conference; onChange: () => void }) {
  const api = useApi()
  const remove = useRemoteCall(signal => api.send(cancelConference, { params: { id: row.id } }, { signal }))
  const onRemove = async () => {
    const outcome = await remove.run()
    if (outcome.phase === 'success') onChange()
  }
  return (
    <li>
      <Anchor component={Link} to={conferencePath(row)} inherit className={classes.name}>
        {row.title}
      </Anchor>
      <When moment={row.start} />
      <span className="mono">{row.meetingNumber}</span>
      {row.canOpen && (
        <span className={classes.act}>
          <OpenConference row={row} />
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            loading={remove.loading}
            aria-label={`Remove ${row.title}`}
            onClick={() => void onRemove()}
          >
            Remove
          </Button>
          <Refusal text={remove.error && `Not removed: ${remove.error.message}`} />
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
