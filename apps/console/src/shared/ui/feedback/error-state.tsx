import { ApiError } from '@livetap/session'
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyableId } from '../lists/copyable-id'
import classes from './state.module.css'

interface Props {
  /** What happened, in the documents' words. */
  title: string
  error?: Error
  /** Small print: what to try. */
  hint: ReactNode
  onRetry?: () => void
  extra?: ReactNode
}

export function ErrorState({ title, error, hint, onRetry, extra }: Props) {
  const trackingId = error instanceof ApiError ? error.trackingId : undefined
  return (
    <div className={classes.state} role="alert">
      <Text fw={600} className={classes.error}>
        {title}
      </Text>
      {error && !title.includes(error.message) && <Text size="sm">{error.message}</Text>}
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
      {trackingId && (
        <Text size="xs" c="dimmed" component="div">
          Tracking id <CopyableId id={trackingId} label="tracking id" length={40} />
        </Text>
      )}
      {(onRetry || extra) && (
        <div className={classes.action}>
          {onRetry && (
            <Button size="xs" onClick={onRetry}>
              Try again
            </Button>
          )}
          {extra}
        </div>
      )}
    </div>
  )
}
