import { texts } from '@livetap/contract'
import type { LiveMeeting } from '@livetap/session'
import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconEarOff, IconPlugConnectedX } from '@tabler/icons-react'
import { useStore } from '../../shared/use-store'
import classes from './live.module.css'
import { useNow } from './use-now'

/** What the user has to know right now; empty on a good day. */
export function StatusBanner({ live }: { live: LiveMeeting }) {
  const { state, lostMs, error } = useStore(live.client)
  const { phase, offTheRecordUntilMs } = useStore(live)
  const offForMs = offTheRecordUntilMs - useNow()
  return (
    <div className={classes.banners} aria-live="polite">
      {state === 'unstable' && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={16} />} p="sm">
          The connection is unstable: two pings had no answer for 10 seconds.
        </Alert>
      )}
      {state === 'reconnecting' && (
        <Alert color="yellow" variant="light" icon={<IconPlugConnectedX size={16} />} p="sm">
          Reconnecting. What you say is kept and sent when the connection is back.
        </Alert>
      )}
      {state === 'failed' && phase === 'live' && (
        <Alert color="red" variant="light" icon={<IconPlugConnectedX size={16} />} p="sm" role="alert">
          <div className={classes.bannerRow}>
            <span>
              {texts.live.failedConnection}: {error?.message}
            </span>
            <Button size="compact-xs" variant="default" onClick={() => void live.start()}>
              Connect again
            </Button>
          </div>
        </Alert>
      )}
      {lostMs > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={16} />} p="sm">
          {(lostMs / 1000).toFixed(1)} s of audio could not be sent while the connection was away.
        </Alert>
      )}
      {offForMs > 0 && (
        <Alert color="accent" variant="light" icon={<IconEarOff size={16} />} p="sm">
          Off the record for {Math.ceil(offForMs / 1000)} s: nothing that is said now is kept.
        </Alert>
      )}
    </div>
  )
}
