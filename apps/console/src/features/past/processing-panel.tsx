import { PAST_POLL_ATTEMPTS, texts } from '@livetap/contract'
import type { PastSession } from '@livetap/session'
import { Button, Loader, Progress, Text } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import classes from './past.module.css'

/** The recording is still being worked on: at which stage, how far, and how to stop it. */
export function ProcessingPanel({ session }: { session: PastSession }) {
  const { detail, attempt } = useSyncExternalStore(session.subscribe, session.getSnapshot)
  const [isCancelling, setCancelling] = useState(false)
  if (!detail) return null
  const percent = Math.floor(detail.progress * 100)
  const cancel = async () => {
    setCancelling(true)
    await session.processing('cancel')
    setCancelling(false)
  }
  return (
    <section className={classes.notice} data-testid="processing" aria-label="Processing">
      <Text fw={600} className={classes.noticeTitle}>
        <Loader size={16} aria-hidden />
        {texts.access.meetingNotReady}
      </Text>
      <div className={classes.stage} role="status">
        <span>Stage: {detail.stage || 'queued'}</span>
        <span className="tabular">{percent} %</span>
      </div>
      <Progress value={percent} aria-label="Progress of the stage" />
      <Text size="sm" c="dimmed">
        This page opens the meeting by itself when it is done; it looks every 5 seconds (
        <span className="tabular">
          attempt {attempt} of {PAST_POLL_ATTEMPTS}
        </span>
        ). The work goes on without this page.
      </Text>
      <div className={classes.noticeActions}>
        <Button size="xs" variant="default" color="red" loading={isCancelling} onClick={() => void cancel()}>
          Cancel processing
        </Button>
      </div>
    </section>
  )
}
