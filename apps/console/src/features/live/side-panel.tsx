import { texts } from '@livetap/contract'
import { type LiveMeeting, ownMicrophone, type Person, peopleOf } from '@livetap/session'
import { Button, Group, Switch, Text } from '@mantine/core'
import { IconEar, IconMicrophone, IconVolume } from '@tabler/icons-react'
import { MicrophonePanel } from '../../shared/audio/microphone-panel'
import { useMayHere } from '../../shared/meeting-hub/use-may-here'
import { useNow } from '../../shared/time/use-now'
import { SideDrawer } from '../../shared/ui/layout/side-drawer'
import { Fact, SideSection } from '../../shared/ui/layout/side-section'
import { useStore } from '../../shared/use-store'
import { connectionLabels } from './connection-words'
import { EvaPanel } from './eva-panel'
import classes from './live.module.css'
import { microphoneNotes, recordStateOf } from './record-state'
import type { SpeakerColours } from './transcript/speaker-colour'

export function SidePanel({ live, colours }: { live: LiveMeeting; colours: SpeakerColours }) {
  const people = peopleOf(useStore(live))
  return (
    <SideDrawer label="State of the meeting">
      <SideSection title={`Participants (${people.length})`}>
        {people.length === 0 ? (
          <Text size="xs" c="dimmed">
            No client is connected.
          </Text>
        ) : (
          <ul className={classes.participants}>
            {people.map(person => (
              <PersonLine key={person.key} person={person} colours={colours} />
            ))}
          </ul>
        )}
      </SideSection>
      <SideSection title="EVA">
        <EvaPanel live={live} />
      </SideSection>
      <SideSection title="Microphone">
        <Microphone live={live} />
      </SideSection>
      <SideSection title="Connection">
        <ConnectionFacts live={live} />
      </SideSection>
    </SideDrawer>
  )
}

function Microphone({ live }: { live: LiveMeeting }) {
  const room = useStore(live)
  const { muted, readingAloud, checkingMicrophone } = room
  const note = microphoneNotes[recordStateOf(room, useNow())]
  const { state } = useStore(live.recorder)
  const maySpeak = useMayHere('live.speak')
  if (!live.recordsAudio && state === 'idle' && !checkingMicrophone)
    return (
      <>
        <Text size="xs" c="dimmed">
          You follow this meeting without a microphone.
        </Text>
        {maySpeak && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMicrophone size={16} />}
            onClick={() => void live.microphone.check()}
          >
            Speak too
          </Button>
        )}
      </>
    )
  return (
    <>
      <MicrophonePanel
        recorder={live.recorder}
        muted={muted || readingAloud}
        checking={checkingMicrophone}
        note={note}
        onChooseDevice={id => void live.microphone.chooseDevice(id)}
        onRetry={() => void live.microphone.retry()}
      />
      {!checkingMicrophone && <SharedSwitch live={live} />}
      {checkingMicrophone && (
        <Group gap={8} grow>
          <Button size="xs" variant="default" onClick={() => live.microphone.stopChecking()}>
            Not now
          </Button>
          <Button size="xs" disabled={state !== 'ready'} onClick={() => void live.microphone.speak()}>
            Start speaking
          </Button>
        </Group>
      )}
    </>
  )
}

/** On from the start at the only microphone of a meeting. */
function SharedSwitch({ live }: { live: LiveMeeting }) {
  const room = useStore(live)
  const own = ownMicrophone(room)
  if (own?.shared === undefined) return null
  return (
    <Switch
      data-hint="Lines are split by voice: each speaker at this microphone gets their own lines"
      size="xs"
      label={texts.live.sharedMicrophone}
      checked={room.microphoneAsked ?? own.shared}
      disabled={room.microphoneAsked !== undefined}
      onChange={event => void live.controls.shareMicrophone(event.currentTarget.checked)}
    />
  )
}

function PersonLine({ person, colours }: { person: Person; colours: SpeakerColours }) {
  const { name, isYou, voices } = person
  const voice = voices.at(-1)
  const isSpeaking = voices.some(({ speaking }) => speaking)
  return (
    <li
      className={classes.participant}
      data-speaking={isSpeaking}
      data-testid="participant"
      style={voice && colours.style(voice.key)}
    >
      {voice ? <span className={classes.dot} aria-hidden /> : <IconEar size={12} aria-hidden />}
      <span className={classes.name} data-hint={name}>
        {name}
      </span>
      {isYou && <span className={classes.you}>(you)</span>}
      {voice && voice.voices > 1 && <span className={classes.you}>{voice.voices} voices</span>}
      {isSpeaking && <IconVolume size={14} aria-label="speaking" />}
      <span className={classes.csi}>{voice ? `CSI ${voice.csi}` : 'listening'}</span>
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
