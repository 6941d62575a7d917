import { diagnosticPaths, type MeetingDetail, routes, texts } from '@livetap/contract'
import { audioLedgers } from '@livetap/contract/calls/diagnostics'
import {
  failureReport,
  isUnreadable,
  type KnownFailure,
  lastGoodEvent,
  type PastFailure,
  type PastSession,
  stageName,
} from '@livetap/session'
import { Anchor, Button, CopyButton, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMeetingHub } from '../../../shared/meeting-hub/hub-context'
import { useMayHere, useMayIn } from '../../../shared/meeting-hub/use-may-here'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useApi } from '../../../shared/session/session-context'
import { formatDate } from '../../../shared/time/format-date'
import { useStore } from '../../../shared/use-store'
import { DeleteMeeting } from '../delete-meeting'
import classes from './diagnosis.module.css'

interface Props {
  session: PastSession
  detail: MeetingDetail
  failure: PastFailure
}

/** Why there is no text: the cause, where it happened, what still went well, and what can be done about it. */
export function Diagnosis({ session, detail, failure }: Props) {
  const known = useKnownFailure(detail)
  const retry = useRemoteCall(() => session.processing('retry'))
  const mayDo = useMayIn(useMeetingHub())
  const [isDeleting, setDeleting] = useState(false)
  const isLost = isUnreadable(detail.error)
  return (
    <section className={classes.diagnosis} role="alert" aria-label="Why this meeting failed">
      <Text fw={600} className={classes.title}>
        {isLost ? texts.launcher.unreadableAudio : failure.title}
      </Text>
      <Facts known={known} />
      <Text size="xs" c="dimmed">
        {isLost
          ? 'The file is kept until the meeting is deleted. Another file can be uploaded.'
          : 'What is finished stays: another try goes on from the stage that failed.'}
      </Text>
      {retry.error && (
        <Text size="sm" className={classes.title}>
          {retry.error.message}
        </Text>
      )}
      <div className={classes.actions}>
        {isLost ? (
          <>
            {mayDo('meetings.create') && (
              <Button size="xs" component={Link} to={`${routes.launcher}?mode=upload_audio`}>
                Upload another
              </Button>
            )}
            {mayDo('meeting.delete') && (
              <Button size="xs" variant="default" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </>
        ) : (
          mayDo('meeting.process') && (
            <Button size="xs" loading={retry.loading} onClick={() => void retry.run()}>
              Try again
            </Button>
          )
        )}
        <CopyButton value={failureReport(known, window.location.href)}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy report for support'}
            </Button>
          )}
        </CopyButton>
      </div>
      {isDeleting && <DeleteMeeting session={session} onClose={() => setDeleting(false)} />}
    </section>
  )
}

/** What the ledger and the logs add. A deployment that keeps none for us leaves it out. */
function useKnownFailure(detail: MeetingDetail): KnownFailure {
  const api = useApi()
  const errors = useStore(useMeetingHub(), hub => hub?.errors)
  const inspects = useMayHere('meeting.inspect')
  const { data } = useRemoteLoad(
    async signal =>
      inspects ? await api.call(audioLedgers, { params: { id: detail.id } }, { signal }) : undefined,
    [detail.id, inspects],
  )
  return { detail, lastGood: data && lastGoodEvent(data.ledger_events), errorEntry: errors?.entries[0] }
}

function Facts({ known: { detail, lastGood, errorEntry } }: { known: KnownFailure }) {
  const { ledger, logs } = diagnosticPaths(detail.id, null)
  return (
    <dl className={classes.facts}>
      <dt>Cause</dt>
      <dd>{detail.error || 'The services gave no cause.'}</dd>
      <dt>Stage</dt>
      <dd>{stageName(detail)}</dd>
      {lastGood && (
        <>
          <dt>Last good event</dt>
          <dd>
            <Anchor component={Link} to={ledger} className="mono">
              {lastGood.name}
            </Anchor>
            <small>{formatDate(lastGood.createdAt)}</small>
          </dd>
        </>
      )}
      {errorEntry && (
        <>
          <dt>Error in the logs</dt>
          <dd>
            <Anchor component={Link} to={logs}>
              {errorEntry.message}
            </Anchor>
            <small>
              {formatDate(errorEntry.time)}, {errorEntry.service}
            </small>
          </dd>
        </>
      )}
    </dl>
  )
}
