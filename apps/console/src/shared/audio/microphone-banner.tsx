import type { Recorder } from '@livetap/session'
import { Button } from '@mantine/core'
import { IconMicrophoneOff } from '@tabler/icons-react'
import { Banner, BannerRow } from '../ui/feedback/banners'
import { useNarrow } from '../ui/layout/use-narrow'
import { useStore } from '../use-store'
import { microphoneText } from './microphone-panel'

interface Props {
  recorder: Recorder
  /** Tries to open the microphone again. */
  onRetry: () => void
}

/** Why the microphone does not work, for windows in which its panel is a closed drawer. */
export function MicrophoneBanner({ recorder, onRetry }: Props) {
  const isNarrow = useNarrow()
  const mic = useStore(recorder)
  if (!isNarrow || (mic.state !== 'failed' && mic.state !== 'unplugged')) return null
  return (
    <Banner color="red" icon={<IconMicrophoneOff size={16} />} isAlert>
      <BannerRow>
        <span>{microphoneText(mic)}</span>
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      </BannerRow>
    </Banner>
  )
}
