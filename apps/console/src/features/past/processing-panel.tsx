import { type MeetingDetail, PAST_POLL_ATTEMPTS, texts } from '@livetap/contract'
import type { PastSession } from '@livetap/session'
import { Button, Loader, Progress, Text } from '@mantine/core'
import { leftText } from '../../shared/meeting-hub/left-text'
import { useMayHere } from '../../shared/meeting-hub/use-may-here'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { useStore } from '../../shared/use-store'
import classes from './past.module.css'

const stageText = ({ stage, stage_number, stage_count }: MeetingDetail): string =>
  stage_number && stage_count
    ? texts.launcher.stageOf(stage_number, stage_count, stage)
    : `Stage: ${stage || 'queued'}`

/** The recording is still being worked on: how far it is, how long it may take, and how to stop it. */
export function ProcessingPanel({ session }: { session: PastSession }) {
  const { phase, detail, attempt, processing } = useStore(session)
  if (!detail) return null
  const percent = Math.floor((processing?.fraction ?? 0) * 100)
  const isWaiting = phase === 'waiting'
  return (
    <section className={classes.notice} data-testid="processing" aria-label="Processing">
      <Text fw={600} className={classes.noticeTitle}>
        {!isWaiting && <Loader size={16} aria-hidden />}
        {texts.access.meetingNotReady}
      </Text>
      <div className={classes.stage} role="status">
        <span>{stageText(detail)}</span>
        <span className="tabular">
          {percent} %{processing?.leftMs !== undefined && `, ${leftText(processing.leftMs)}`}
        </span>
      </div>
      <Progress value={percent} aria-label="Progress of all stages" />
      <Text size="sm" c="dimmed">
        {isWaiting ? (
          'The recording takes longer than this page checks by itself. You can leave this page: the work goes on.'
        ) : (
          <>
            This page checks every 5 seconds and opens the meeting when it is ready (
            <span className="tabular">
              attempt {attempt} of {PAST_POLL_ATTEMPTS}
            </span>
            ). You can leave this page: the work goes on.
          </>
        )}
      </Text>
      <div className={classes.noticeActions}>
        <Actions session={session} size="xs" />
      </div>
    </section>
  )
}

/** The lines of the call stand where its final text will: how far that is. */
export function ProvisionalNotice({ session }: { session: PastSession }) {
  const { phase, detail, processing } = useStore(session)
  const percent = Math.floor((processing?.fraction ?? 0) * 100)
  return (
    <section className={classes.listNotice} data-testid="provisional" aria-label="Provisional text">
      <span role="status">
        <b>Provisional text; the final text is being made.</b>{' '}
        {phase === 'waiting' && 'This page no longer checks by itself. '}
        <span className={classes.dimmed}>It cannot be edited yet.</span>
      </span>
      {detail?.status === 'processing' && (
        <span className={`${classes.dimmed} tabular`}>
          {stageText(detail)}, {percent} %
          {processing?.leftMs !== undefined && `, ${leftText(processing.leftMs)}`}
        </span>
      )}
      <span className={classes.noticeActions}>
        <Actions session={session} size="compact-xs" />
      </span>
    </section>
  )
}

function Actions({ session, size }: { session: PastSession; size: 'xs' | 'compact-xs' }) {
  const { phase, detail } = useStore(session)
  const mayProcess = useMayHere('meeting.process')
  const cancel = useRemoteCall(() => session.processing('cancel'))
  return (
    <>
      {phase === 'waiting' && (
        <Button size={size} onClick={() => void session.start()}>
          Check again
        </Button>
      )}
      {detail?.status === 'processing' && mayProcess && (
        <Button
          size={size}
          variant="default"
          color="red"
          loading={cancel.loading}
          onClick={() => void cancel.run()}
        >
          Cancel processing
        </Button>
      )}
      <Refusal text={cancel.error?.message} />
    </>
  )
}
