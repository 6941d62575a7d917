import { routes, texts } from '@livetap/contract'
import type { PastSession } from '@livetap/session'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatDate } from '../../../shared/time/format-date'
import { EmptyState } from '../../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../../shared/ui/feedback/error-state'
import { useStore } from '../../../shared/use-store'
import { Diagnosis } from './diagnosis'

/** Nothing to show: what happened, in the documents' words, and what can be tried. */
export function PastFailed({ session }: { session: PastSession }) {
  const { failure, deletion, detail } = useStore(session)
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
  if (detail?.status === 'failed') return <Diagnosis session={session} detail={detail} failure={failure} />
  return (
    <ErrorState
      title={failure.title}
      error={failure.error}
      hint="Check the meeting id, or try again: the server may be starting."
      onRetry={() => void session.start()}
    />
  )
}
