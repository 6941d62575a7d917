import { texts } from '@livetap/contract'
import type { LiveAsr } from '@livetap/session'
import { Alert, Button, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconFileMusic, IconPlugConnectedX } from '@tabler/icons-react'
import { useStore } from '../../shared/use-store'
import classes from './live-asr.module.css'

interface Props {
  live: LiveAsr
  firefox: boolean
  onCancelUpload: () => void
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** What the user has to know right now; empty on a good day. */
export function StatusBanner({ live, firefox, onCancelUpload }: Props) {
  const { connection, upload, lostMs, error, lines } = useStore(live.session)
  return (
    <div className={classes.banners} aria-live="polite">
      {firefox && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={16} />} p="sm">
          Firefox records at the device's own rate and the sound is resampled before it is sent. Chrome or
          Edge record at 16000 Hz directly.
        </Alert>
      )}
      {connection === 'reconnecting' && (
        <Alert color="yellow" variant="light" icon={<IconPlugConnectedX size={16} />} p="sm">
          Reconnecting. What you say is kept and sent when the connection is back.
        </Alert>
      )}
      {connection === 'failed' && lines.length > 0 && (
        <Alert color="red" variant="light" icon={<IconPlugConnectedX size={16} />} p="sm" role="alert">
          <div className={classes.bannerRow}>
            <span>
              {texts.asr.failedConnection}: {error?.message}
            </span>
            <Button size="compact-xs" variant="default" onClick={() => void live.start()}>
              Connect again
            </Button>
          </div>
        </Alert>
      )}
      {lostMs > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={16} />} p="sm">
          {seconds(lostMs)} of audio could not be sent while the connection was away.
        </Alert>
      )}
      {upload && (
        <Alert color="accent" variant="light" icon={<IconFileMusic size={16} />} p="sm">
          <div className={classes.bannerRow}>
            <Text size="sm" truncate>
              Streaming {upload.fileName}
            </Text>
            <Progress
              className={classes.grow}
              value={upload.progress * 100}
              aria-label="Progress of the file"
            />
            <span className="tabular">{Math.round(upload.progress * 100)} %</span>
            <Button size="compact-xs" variant="default" onClick={onCancelUpload}>
              Cancel
            </Button>
          </div>
        </Alert>
      )}
    </div>
  )
}
