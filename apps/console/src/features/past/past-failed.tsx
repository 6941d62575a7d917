import { routes, texts } from '@livetap/contract'
import { isUnreadable, type PastSession } from '@livetap/session'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { formatDate } from '../../shared/time/format-date'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { useStore } from '../../shared/use-store'
import { DeleteMeeting } from './delete-meeting'

/** Nothing to show: what happened, in the documents' words, and what can be tried. */
export function PastFailed({ session }: { session: PastSession }) {
  const { failure, deletion, detail } = useStore(session)
  const retry = useRemoteCall(() => session.processing('retry'))
  const [isDeleting, setDeleting] = useState(false)
  const hasFailed = detail?.status === 'failed'
  if (!failure) return null
  if (deletion) {
    const date = formatDate(deletion.deleted_at)
    return (
      <EmptyState
        title={texts.past.deleted}
        hint={
          deletion.deleted_by === undefined
            ? texts.past.deletedByRetention(date)
            : texts.past.deletedBy(date, deletion.deleted_by)
        }
        action={
          <Button size="xs" component={Link} to={routes.launcher}>
            {texts.past.backToStart}
          </Button>
        }
      />
    )
  }
  if (hasFailed && isUnreadable(detail.error))
    return (
      <ErrorState
        title={texts.launcher.unreadableAudio}
        error={new Error(detail.error ?? '')}
        hint="The file is kept until the meeting is deleted. Another file can be uploaded."
        extra={
          <>
            <Button size="xs" variant="default" onClick={() => setDeleting(true)}>
              Delete
            </Button>
            <Button size="xs" component={Link} to={`${routes.launcher}?mode=upload_audio`}>
              Upload another
            </Button>
            {isDeleting && <DeleteMeeting session={session} onClose={() => setDeleting(false)} />}
          </>
        }
      />
    )
  return (
    <ErrorState
      title={failure.title}
      error={retry.error ?? failure.error}
      hint={
        hasFailed
          ? `Processing stopped at the stage “${detail.stage || 'queued'}”. It can go on from there.`
          : 'Check the meeting id, or try again: the server may be starting.'
      }
      onRetry={() => void session.start()}
      extra={
        hasFailed && (
          <Button size="xs" variant="default" loading={retry.loading} onClick={() => void retry.run()}>
            Process again
          </Button>
        )
      }
    />
  )
}
