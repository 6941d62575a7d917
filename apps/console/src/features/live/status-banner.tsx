import { texts } from '@livetap/contract'
import { type LiveMeeting, mayGoOffTheRecord, offTheRecordBy } from '@livetap/session'
import { Button } from '@mantine/core'
import { IconEarOff } from '@tabler/icons-react'
import { MicrophoneBanner } from '../../shared/audio/microphone-banner'
import { useNow } from '../../shared/time/use-now'
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

export function StatusBanner({ live }: { live: LiveMeeting }) {
  const { state, lostMs, error } = useStore(live.client)
  const room = useStore(live)
  const { phase, offTheRecordUntilMs, offTheRecordAsked, onTheRecordAsked } = room
  const offForMs = offTheRecordUntilMs - useNow()
  return (
    <Banners>
      {state === 'unstable' && (
        <Warning>The connection is unstable: two pings had no answer for 10 seconds.</Warning>
      )}
      {state === 'reconnecting' && <ReconnectingBanner />}
      {state === 'failed' && phase === 'live' && (
        <DisconnectedBanner
          text={`Disconnected: ${error?.message ?? ''}`}
          onRetry={() => void live.start()}
        />
      )}
      <LostAudioBanner lostMs={lostMs} />
      <MicrophoneBanner recorder={live.recorder} onRetry={() => void live.microphone.retry()} />
      {offTheRecordAsked > 0 && (
        <Banner color="accent" icon={<IconEarOff size={16} />}>
          Going off the record: what you say from your click on is removed as soon as the server confirms it.
        </Banner>
      )}
      {offForMs > 0 && (
        <Banner color="accent" icon={<IconEarOff size={16} />}>
          <BannerRow>
            <span>{texts.live.offTheRecordNow(Math.ceil(offForMs / 1000), offTheRecordBy(room))}</span>
            {mayGoOffTheRecord(room) && (
              <Button
                size="compact-xs"
                variant="default"
                loading={onTheRecordAsked}
                onClick={() => void live.controls.backOnTheRecord()}
              >
                {texts.live.backOnTheRecord}
              </Button>
            )}
          </BannerRow>
        </Banner>
      )}
    </Banners>
  )
}
