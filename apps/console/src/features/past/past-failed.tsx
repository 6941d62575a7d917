import type { PastSession } from '@livetap/session'
import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { ErrorState } from '../../shared/ui/error-state'

/** Nothing to show: what happened, in the documents' words, and what can be tried. */
export function PastFailed({ session }: { session: PastSession }) {
  const { failure, detail } = useSyncExternalStore(session.subscribe, session.getSnapshot)
  const retry = useRemoteCall(() => session.processing('retry'))
  const hasFailed = detail?.status === 'failed'
  if (!failure) return null
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
