import { texts } from '@livetap/contract'
import type { LiveAsr } from '@livetap/session'
import { Button, Progress } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { Banner, BannerRow } from '../../shared/ui/feedback/banners'
import { useStore } from '../../shared/use-store'
import classes from './live-asr.module.css'

/** End Call cannot be pressed again and loses the focus; Leave now is next, and not under a second Enter. */
const focus = (message: HTMLElement | null) => message?.focus()

/** While End Call waits for what has no final yet. */
export function EndingBanner({ live }: { live: LiveAsr }) {
  const { draining, settledMs } = useStore(live.session)
  if (!draining) return null
  const { fromMs, toMs } = draining
  const leftMs = Math.max(0, toMs - settledMs)
  return (
    <Banner color="accent" icon={<IconPhoneOff size={16} />}>
      <BannerRow>
        <span ref={focus} tabIndex={-1}>
          {texts.asr.draining}
        </span>
        <Progress
          className={classes.grow}
          value={toMs > fromMs ? (1 - leftMs / (toMs - fromMs)) * 100 : 100}
          aria-label="Progress of the last words"
        />
        <span className="tabular">{(leftMs / 1000).toFixed(1)} s of sound left</span>
        <Button size="compact-xs" variant="default" onClick={() => live.end()}>
          {texts.asr.leaveNow}
        </Button>
      </BannerRow>
    </Banner>
  )
}
