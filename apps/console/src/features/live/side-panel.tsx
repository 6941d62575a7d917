import type { LiveMeeting, Participant } from '@livetap/session'
import { Button, Text } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff, IconVolume } from '@tabler/icons-react'
import { MicrophonePanel } from '../../shared/audio/microphone-panel'
import { SideDrawer } from '../../shared/ui/side-drawer'
import { Fact, SideSection } from '../../shared/ui/side-section'
import { useStore } from '../../shared/use-store'
import { connectionLabels } from './connection-words'
import { EvaPanel } from './eva-panel'
import classes from './live.module.css'
import type { SpeakerColours } from './speaker-colour'

export function SidePanel({ live, colours }: { live: LiveMeeting; colours: SpeakerColours }) {
  const { participants } = useStore(live)
  return (
    <SideDrawer label="State of the meeting">
      <SideSection title="EVA">
        <EvaPanel live={live} />
      </SideSection>
      <SideSection title="Microphone">
        <Microphone live={live} />
      </SideSection>
      <SideSection title={`Participants (${participants.length})`}>
        {participants.length === 0 ? (
          <Text size="xs" c="dimmed">
            Nobody has spoken yet.
          </Text>
        ) : (
          <ul className={classes.participants}>
            {participants.map(one => (
              <ParticipantLine key={one.key} participant={one} colours={colours} />
            ))}
          </ul>
        )}
      </SideSection>
      <SideSection title="Connection">
        <ConnectionFacts live={live} />
      </SideSection>
    </SideDrawer>
  )
}

function Microphone({ live }: { live: LiveMeeting }) {
  const { muted, readingAloud } = useStore(live)
  const { state } = useStore(live.recorder)
  if (!live.recordsAudio && state === 'idle')
    return (
      <>
        <Text size="xs" c="dimmed">
          You follow this meeting without a microphone.
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconMicrophone size={16} />}
          onClick={() => void live.openMicrophone()}
        >
          Speak too
        </Button>
      </>
    )
  return (
    <>
      <MicrophonePanel
        recorder={live.recorder}
        muted={muted || readingAloud}
        onChooseDevice={id => void live.chooseDevice(id)}
        onRetry={() => void live.openMicrophone()}
      />
      <Button
        size="xs"
        variant="default"
        aria-pressed={muted}
        leftSection={muted ? <IconMicrophoneOff size={16} /> : <IconMicrophone size={16} />}
        onClick={() => live.setMuted(!muted)}
      >
        {muted ? 'Unmute microphone' : 'Mute microphone'}
      </Button>
    </>
  )
}

function ParticipantLine({ participant, colours }: { participant: Participant; colours: SpeakerColours }) {
  const { key, name, csi, speaking } = participant
  return (
    <li
      className={classes.participant}
      data-speaking={speaking}
      data-testid="participant"
      style={colours.style(key)}
    >
      <span className={classes.dot} aria-hidden />
      <span className={classes.name} title={name}>
        {name}
      </span>
      {speaking && <IconVolume size={14} aria-label="speaking" />}
      <span className={classes.csi}>CSI {csi}</span>
    </li>
  )
}

function ConnectionFacts({ live }: { live: LiveMeeting }) {
  const { state, pingMs, reconnects, connectErrors } = useStore(live.client)
  const { parseErrors } = useStore(live)
  return (
    <div data-testid="connection-facts" className={classes.facts}>
      <Fact name="State">{connectionLabels[state]}</Fact>
      <Fact name="Ping">{pingMs === undefined ? '–' : `${Math.round(pingMs)} ms`}</Fact>
      <Fact name="Reconnects">{String(reconnects)}</Fact>
      {connectErrors > 0 && <Fact name="Connect errors in a row">{String(connectErrors)}</Fact>}
      {parseErrors > 0 && <Fact name="Unreadable messages">{String(parseErrors)}</Fact>}
    </div>
  )
}
