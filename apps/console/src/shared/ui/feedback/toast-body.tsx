import { CopyButton, Text, UnstyledButton } from '@mantine/core'
import type { ToastAction, ToastKind } from './toast-queue'
import classes from './toasts.module.css'

interface Props {
  kind: ToastKind
  message: string
  trackingId: string | undefined
  /** What the toast offers to do about it. */
  action: ToastAction | undefined
}

export function ToastBody({ kind, message, trackingId, action }: Props) {
  const copied = trackingId ? `${message}\nTracking id: ${trackingId}` : message
  return (
    <div className={classes.body}>
      <Text size="sm" className={classes.message} data-testid={`toast-${kind}`}>
        {message}
      </Text>
      {action && (
        <div className={classes.small}>
          <UnstyledButton className={classes.copy} onClick={action.run}>
            {action.label}
          </UnstyledButton>
        </div>
      )}
      {kind === 'error' && (
        <div className={classes.small}>
          {trackingId && <span className="mono">{trackingId}</span>}
          <CopyButton value={copied} timeout={1500}>
            {({ copied: done, copy }) => (
              <UnstyledButton className={classes.copy} onClick={copy}>
                {done ? 'Copied' : 'Copy'}
              </UnstyledButton>
            )}
          </CopyButton>
        </div>
      )}
    </div>
  )
}
