import { counted, type OwnSession } from '@livetap/contract'
import { endOtherSessions, endSession, listSessions } from '@livetap/contract/calls/accounts'
import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { useListCache, useListQuery } from '../../shared/remote/list-queries'
import { QueryState } from '../../shared/remote/query-state'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { RelativeTime } from '../../shared/time/relative-time'
import { ConfirmDialog } from '../../shared/ui/feedback/confirm-dialog'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { Refusal } from '../../shared/ui/feedback/refusal'
import classes from './account.module.css'

const SESSIONS = 'own-sessions'

/** Where one is signed in. What one does not know is ended here. */
export function OwnSessions() {
  const api = useApi()
  const { data, error, refetch } = useListQuery([SESSIONS], signal => api.call(listSessions, {}, { signal }))
  return (
    <section className={classes.part} aria-labelledby="own-sessions">
      <QueryState
        data={data}
        error={error}
        message="Reading your sessions..."
        title="Your sessions could not be read"
        hint="Try again in a moment."
        onRetry={() => void refetch()}
      >
        {({ sessions }) => <Sessions sessions={sessions} />}
      </QueryState>
    </section>
  )
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const api = useApi()
  const cache = useListCache(SESSIONS)
  const [isAsking, setAsking] = useState(false)
  const others = sessions.filter(({ current }) => !current).length
  const end = useRemoteCall((signal, id: string) => api.send(endSession, { params: { id } }, { signal }))
  const endOthers = useRemoteCall(signal => api.send(endOtherSessions, {}, { signal }))
  const endOne = async (id: string) => {
    await end.run(id)
    cache.refresh()
  }
  const confirm = async () => {
    if ((await endOthers.run()).phase !== 'success') return
    setAsking(false)
    cache.refresh()
  }
  return (
    <>
      <header className={classes.head}>
        <h2 id="own-sessions">Sessions</h2>
        <span role="status">{counted(sessions.length, 'session')}</span>
        <Button size="xs" variant="light" color="red" disabled={others === 0} onClick={() => setAsking(true)}>
          End all others
        </Button>
      </header>
      <Refusal text={end.error?.message} />
      {sessions.length === 0 ? (
        <EmptyState
          title="No sessions here"
          hint="Your sign-on is another installation’s: your sessions are listed and ended there."
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
        <section className={classes.framed} tabIndex={0} aria-label="Table of sessions">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Device</th>
                <th scope="col">From</th>
                <th scope="col">Since</th>
                <th scope="col">Last seen</th>
                <th scope="col">End</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map(session => (
                <tr key={session.id}>
                  <th scope="row">{session.device}</th>
                  <td className="mono">{session.address || '–'}</td>
                  <td>
                    <RelativeTime at={session.started_at} />
                  </td>
                  <td>
                    <RelativeTime at={session.last_seen_at} />
                  </td>
                  <td>
                    {session.current ? (
                      <Badge size="sm" variant="light">
                        This one
                      </Badge>
                    ) : (
                      <Button
                        size="compact-xs"
                        variant="default"
                        disabled={end.loading}
                        aria-label={`End the session of ${session.device}`}
                        onClick={() => void endOne(session.id)}
                      >
                        End
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {isAsking && (
        <ConfirmDialog
          title="End all other sessions?"
          action="End them"
          problem={endOthers.error?.message}
          isRunning={endOthers.loading}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        >
          {counted(others, 'other session')} end within seconds, with what is open in them: those devices have
          to sign in again. You stay signed in here.
        </ConfirmDialog>
      )}
    </>
  )
}
