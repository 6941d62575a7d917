import type { PastSession } from '@livetap/session'
import { Button } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { ErrorState } from '../../shared/ui/error-state'

/** Nothing to show: what happened, in the documents' words, and what can be tried. */
export function PastFailed({ session }: { session: PastSession }) {
  const { failure, detail } = useSyncExternalStore(session.subscribe, session.getSnapshot)
  const [isRetrying, setRetrying] = useState(false)
  const hasFailed = detail?.status === 'failed'
  const retry = async () => {
    setRetrying(true)
    await session.processing('retry')
    setRetrying(false)
  }
  if (!failure) return null
  return (
    <ErrorState
      title={failure.title}
      error={failure.error}
      hint={
        hasFailed
          ? `Processing stopped at the stage “${detail.stage || 'queued'}”. It can go on from there.`
          : detail?.status === 'processing'
            ? 'The recording is still being processed, which takes longer than this page waits by itself.'
            : 'Check the meeting id, or try again: the server may be starting.'
      }
      onRetry={() => void session.start()}
      retryLabel={detail?.status === 'processing' ? 'Keep waiting' : 'Try again'}
      extra={
        hasFailed && (
          <Button size="xs" variant="default" loading={isRetrying} onClick={() => void retry()}>
            Process again
          </Button>
        )
      }
    />
  )
}
