import type { AsrUpload, LiveAsr } from '@livetap/session'
import { Button, Progress, Text } from '@mantine/core'
import { IconFileMusic } from '@tabler/icons-react'
import { MicrophoneBanner } from '../../shared/audio/microphone-banner'
import {
  Banner,
  BannerRow,
  Banners,
  DisconnectedBanner,
  LostAudioBanner,
  ReconnectingBanner,
  Warning,
} from '../../shared/ui/feedback/banners'
import { useStore } from '../../shared/use-store'
import { EndingBanner } from './ending-banner'
import classes from './live-asr.module.css'

function uploadText({ fileName, isWaiting }: AsrUpload, paused: boolean): string {
  if (paused) return `${fileName} is paused`
  return isWaiting ? `${fileName} waits until earlier speech has its text` : `Streaming ${fileName}`
}

interface Props {
  live: LiveAsr
  firefox: boolean
  /** Why the last file could not be streamed; empty where it could. */
  fileProblem: string
  onCancelUpload: () => void
}

export function StatusBanner({ live, firefox, fileProblem, onCancelUpload }: Props) {
  const { connection, upload, paused, lostMs, error, lines } = useStore(live.session)
  const { phase } = useStore(live)
  return (
    <Banners>
      {phase === 'ending' && <EndingBanner live={live} />}
      {firefox && (
        <Warning>
          Firefox records at the device's own rate and the sound is resampled before it is sent. Chrome or
          Edge record at 16000 Hz directly.
        </Warning>
      )}
      {connection !== 'closed' && (
        <MicrophoneBanner recorder={live.recorder} onRetry={() => void live.openMicrophone()} />
      )}
      {connection === 'reconnecting' && <ReconnectingBanner />}
      {connection === 'failed' && lines.length > 0 && (
        <DisconnectedBanner
          text={`Disconnected: ${error?.message ?? ''}`}
          onRetry={() => void live.start()}
        />
      )}
      <LostAudioBanner lostMs={lostMs} />
      {fileProblem && (
        <Banner color="red" icon={<IconFileMusic size={16} />} isAlert>
          {fileProblem}
        </Banner>
      )}
      {upload && (
        <Banner color="accent" icon={<IconFileMusic size={16} />}>
          <BannerRow>
            <Text size="sm" truncate>
              {uploadText(upload, paused)}
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
          </BannerRow>
        </Banner>
      )}
    </Banners>
  )
}
