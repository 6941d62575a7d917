import { texts } from '@livetap/contract'
import { type LiveMeeting, mayGoOffTheRecord } from '@livetap/session'
import { Button } from '@mantine/core'
import {
  IconDoorExit,
  IconHighlight,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useMeetingHub } from '../../../shared/meeting-hub/hub-context'
import { HubViews } from '../../../shared/meeting-hub/hub-header'
import { useMayIn } from '../../../shared/meeting-hub/use-may-here'
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
  /** Ends it too, and asks for its title first. */
  onEndTitled: () => void
}

/** What is done during a meeting is first; what is set once is under More. */
export function Toolbar({ live, onHighlight, onLeave, onEnd, onEndTitled }: Props) {
  const room = useStore(live)
  const { transcripts, phase } = room
  const { state } = useStore(live.client)
  const isNarrow = useNarrow()
  const mayDo = useMayIn(useMeetingHub())
  const [maySpeak, mayControl] = [mayDo('live.speak'), mayDo('live.control')]
  const isEnding = phase === 'ending'
  const isConnected = state === 'connected' || state === 'unstable'
  const sometimes = (
    <>
      {maySpeak && <EvaButton live={live} isConnected={isConnected} />}
      {mayControl && <TranslateForm live={live} />}
      <ShareButton meetingId={live.meetingId} />
    </>
  )
  return (
    <div className={`${frame.toolbar} ${classes.controls}`} role="toolbar" aria-label="Meeting controls">
      {maySpeak && <MuteButton live={live} />}
      {mayDo('meeting.edit') && (
        <Button
          data-hint="Makes a highlight of the newest line"
          size="xs"
          variant="default"
          leftSection={<IconHighlight size={16} />}
          disabled={transcripts.length === 0}
          onClick={onHighlight}
        >
          Highlight
        </Button>
      )}
      {maySpeak && mayGoOffTheRecord(room) && (
        <OffTheRecordButton live={live} isDisabled={!isConnected && state !== 'reconnecting'} />
      )}
      {!isNarrow && sometimes}
      <Fold always>
        {isNarrow && sometimes}
        {mayControl && <HotwordStatusForm live={live} />}
        {maySpeak && <CsiForm live={live} />}
        {mayControl && <LanguageForm live={live} />}
        <MeetingIdButton meetingId={live.meetingId} />
        <AddressButton client={live.client} />
        {mayControl && (
          <Button size="xs" variant="default" disabled={isEnding || phase === 'ended'} onClick={onEndTitled}>
            {texts.live.endTitled}
          </Button>
        )}
        {isNarrow && <HubViews />}
      </Fold>
      <div className={classes.exits}>
        <Button
          data-hint={texts.live.leaveHint}
          size="xs"
          variant="default"
          leftSection={<IconDoorExit size={16} />}
          disabled={isEnding}
          onClick={onLeave}
        >
          Leave
        </Button>
        {mayControl && (
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
        )}
      </div>
    </div>
  )
}

function MuteButton({ live }: { live: LiveMeeting }) {
  const { muted } = useStore(live)
  const { state } = useStore(live.recorder)
  const isOpen = state === 'recording' || state === 'suspended'
  return (
    <Button
      data-hint={isOpen ? 'Muted, silence is sent' : 'Your microphone is not open'}
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
