import { texts } from '@livetap/contract'
import type { LiveMeeting, LiveMeetingState } from '@livetap/session'
import { Badge, Button, Text } from '@mantine/core'
import { useMayHere } from '../../shared/meeting-hub/use-may-here'
import { useNow } from '../../shared/time/use-now'
import { Fact } from '../../shared/ui/layout/side-section'
import { useStore } from '../../shared/use-store'
import classes from './live.module.css'

/** How long a wake word counts as just heard; the service waits as long for the command. */
const AWAKE_MS = 8000

type EvaState = 'unknown' | 'listening' | 'awake' | 'muted' | 'off-the-record'

const words: Record<EvaState, [string, string]> = {
  unknown: ['–', 'gray'],
  listening: ['Listening', 'green'],
  awake: ['Awake', 'accent'],
  muted: ['Muted', 'yellow'],
  'off-the-record': ['Off the record', 'gray'],
}

function stateOf(
  { startedAtMs, evaMuted, evaWoken, offTheRecordUntilMs }: LiveMeetingState,
  isConnected: boolean,
  now: number,
): EvaState {
  if (startedAtMs === undefined || !isConnected) return 'unknown'
  if (offTheRecordUntilMs > now) return 'off-the-record'
  if (evaMuted) return 'muted'
  return evaWoken && now - evaWoken.atMs < AWAKE_MS ? 'awake' : 'listening'
}

export function EvaPanel({ live }: { live: LiveMeeting }) {
  const room = useStore(live)
  const connection = useStore(live.client).state
  const state = stateOf(room, connection === 'connected' || connection === 'unstable', useNow())
  const known = (value: string) => (state === 'unknown' ? '–' : value)
  const kept = (isOn: boolean) => (!isOn ? 'off' : state === 'off-the-record' ? 'off the record' : 'on')
  const [label, colour] = words[state]
  const maySpeak = useMayHere('live.speak')
  return (
    <>
      <div className={classes.evaState} data-testid="eva" data-state={state}>
        <Badge variant="light" radius="sm" color={colour} className={classes.plain}>
          {label}
        </Badge>
        {room.actionItemOpen && (
          <Badge variant="light" radius="sm" color="accent" className={classes.plain}>
            Action item open
          </Badge>
        )}
      </div>
      <div className={classes.evaState}>
        <Text size="xs" c="dimmed">
          {room.evaWoken ? `Last called by “${room.evaWoken.word}”.` : 'Say “OK EVA, highlight that”.'}
        </Text>
        {maySpeak && room.evaWoken?.callId !== undefined && (
          <Button
            data-hint="Undo what this call did"
            variant="subtle"
            size="compact-xs"
            loading={room.undoingCall !== undefined}
            onClick={() => void live.controls.undoCall()}
          >
            {texts.eva.notMeant}
          </Button>
        )}
      </div>
      <Fact name="Chimes">{known(room.chimes ? 'on' : 'off')}</Fact>
      <Fact name="Recording">{known(kept(room.recording))}</Fact>
      <Fact name="Transcription">{known(kept(room.transcription))}</Fact>
      <Fact name="Language">{known(room.languageCode)}</Fact>
    </>
  )
}
