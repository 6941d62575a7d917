import { texts } from '@livetap/contract'
import type { LiveMeeting } from '@livetap/session'
import { Button, Tooltip } from '@mantine/core'
import { IconEarOff, IconPhoneOff, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Fold } from '../../shared/ui/fold'
import frame from '../../shared/ui/live-frame.module.css'
import { useStore } from '../../shared/use-store'
import { AddressButton, MeetingIdButton, ShareButton } from './address-buttons'
import { CsiForm } from './csi-form'
import { HotwordStatusForm } from './hotword-status-form'
import { LanguageForm } from './language-form'
import classes from './live.module.css'
import { TranslateForm } from './translate-form'

export function Toolbar({ live, onEnd }: { live: LiveMeeting; onEnd: () => void }) {
  const { evaMuted, evaToggling, phase } = useStore(live)
  const { state } = useStore(live.client)
  const isEnding = phase === 'ending'
  const isConnected = state === 'connected' || state === 'unstable'
  return (
    <div className={`${frame.toolbar} ${classes.controls}`} role="toolbar" aria-label="Meeting controls">
      <Button
        size="xs"
        variant={evaMuted ? 'filled' : 'default'}
        color={evaMuted ? 'yellow' : undefined}
        className={classes.eva}
        leftSection={evaMuted ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        loading={evaToggling}
        disabled={!isConnected}
        onClick={() => void live.controls.toggleEva()}
      >
        {evaMuted ? texts.live.resumeEva : texts.live.pauseEva}
      </Button>
      <Tooltip label="From this moment nothing is kept for 10 seconds">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconEarOff size={16} />}
          disabled={!isConnected && state !== 'reconnecting'}
          onClick={() => void live.controls.offTheRecord()}
        >
          Off the record
        </Button>
      </Tooltip>
      <Fold>
        <span className={frame.divider} aria-hidden />
        <HotwordStatusForm live={live} />
        <CsiForm live={live} />
        <TranslateForm live={live} />
        <LanguageForm live={live} />
        <span className={frame.divider} aria-hidden />
        <MeetingIdButton meetingId={live.meetingId} />
        <AddressButton client={live.client} />
        <ShareButton meetingId={live.meetingId} />
      </Fold>
      <Button
        size="xs"
        color="red"
        className={classes.end}
        leftSection={!isEnding && <IconPhoneOff size={16} />}
        disabled={isEnding || phase === 'ended'}
        onClick={onEnd}
      >
        {isEnding ? texts.live.callEnding : texts.live.endCall}
      </Button>
    </div>
  )
}
