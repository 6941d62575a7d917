import { texts } from '@livetap/contract'
import { type LiveMeeting, mayGoOffTheRecord } from '@livetap/session'
import { Button, Tooltip } from '@mantine/core'
import {
  IconDoorExit,
  IconHighlight,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { Fold } from '../../../shared/ui/layout/fold'
import frame from '../../../shared/ui/layout/live-frame.module.css'
import { useNarrow } from '../../../shared/ui/layout/use-narrow'
import { useStore } from '../../../shared/use-store'
import classes from '../live.module.css'
import { AddressButton, MeetingIdButton, ShareButton } from './address-buttons'
import { CsiForm } from './csi-form'
import { HotwordStatusForm } from './hotword-status-form'
import { LanguageForm } from './language-form'
import { OffTheRecordButton } from './off-the-record-button'
import { TranslateForm } from './translate-form'

interface Props {
  live: LiveMeeting
  onHighlight: () => void
  onLeave: () => void
  onEnd: () => void
}

/** What is done during a meeting is first; what is set once is under More. */
export function Toolbar({ live, onHighlight, onLeave, onEnd }: Props) {
  const room = useStore(live)
  const { transcripts, phase } = room
  const { state } = useStore(live.client)
  const isNarrow = useNarrow()
  const isEnding = phase === 'ending'
  const isConnected = state === 'connected' || state === 'unstable'
  const sometimes = (
    <>
      <EvaButton live={live} isConnected={isConnected} />
      <TranslateForm live={live} />
      <ShareButton meetingId={live.meetingId} />
    </>
  )
  return (
    <div className={`${frame.toolbar} ${classes.controls}`} role="toolbar" aria-label="Meeting controls">
      <MuteButton live={live} />
      <Tooltip label="Makes a highlight of the newest line">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconHighlight size={16} />}
          disabled={transcripts.length === 0}
          onClick={onHighlight}
        >
          Highlight
        </Button>
      </Tooltip>
      {mayGoOffTheRecord(room) && (
        <OffTheRecordButton live={live} isDisabled={!isConnected && state !== 'reconnecting'} />
      )}
      {!isNarrow && sometimes}
      <Fold always>
        {isNarrow && sometimes}
        <HotwordStatusForm live={live} />
        <CsiForm live={live} />
        <LanguageForm live={live} />
        <MeetingIdButton meetingId={live.meetingId} />
        <AddressButton client={live.client} />
      </Fold>
      <div className={classes.exits}>
        <Tooltip label="You leave; the meeting goes on">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDoorExit size={16} />}
            disabled={isEnding}
            onClick={onLeave}
          >
            Leave
          </Button>
        </Tooltip>
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
    </div>
  )
}

function MuteButton({ live }: { live: LiveMeeting }) {
  const { muted } = useStore(live)
  const { state } = useStore(live.recorder)
  const isOpen = state === 'recording' || state === 'suspended'
  return (
    <Tooltip label={isOpen ? 'Muted, silence is sent' : 'Your microphone is not open'}>
      <Button
        size="xs"
        variant={muted ? 'filled' : 'default'}
        color={muted ? 'yellow' : undefined}
        className={classes.mute}
        aria-pressed={muted}
        leftSection={muted ? <IconMicrophoneOff size={16} /> : <IconMicrophone size={16} />}
        disabled={!isOpen}
        onClick={() => live.setMuted(!muted)}
      >
        {muted ? 'Unmute' : 'Mute'}
      </Button>
    </Tooltip>
  )
}

function EvaButton({ live, isConnected }: { live: LiveMeeting; isConnected: boolean }) {
  const { evaMuted, evaToggling } = useStore(live)
  return (
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
  )
}
