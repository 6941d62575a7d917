import { fillRoute, routes, texts } from '@livetap/contract'
import { type MeetingHub, type PastSession, pastStatusText } from '@livetap/session'
import { clockText } from '@livetap/transcript'
import { ActionIcon, Button } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconX,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { FooterSlot } from '../frame/slots'
import { useShortcuts } from '../keys/use-shortcuts'
import { useNow } from '../time/use-now'
import { useStore } from '../use-store'
import classes from './hub-play-bar.module.css'

/** The recording of the meeting plays on while another of its views is read. */
export function HubPlayBar({ hub }: { hub: MeetingHub }) {
  const { replay } = useStore(hub)
  const isPlayable = useStore(replay, state => state && state.phase !== 'failed' && !state.isSoundless)
  if (!replay || !isPlayable) return null
  return (
    <FooterSlot>
      <Bar hub={hub} session={replay} />
    </FooterSlot>
  )
}

function Bar({ hub, session }: { hub: MeetingHub; session: PastSession }) {
  const { replay } = session
  const past = useStore(session)
  const player = useStore(replay.player)
  const { isReady } = replay.player
  const { isPlaying, phase, failure } = player
  const toggle = () => replay.command(one => one.toggle())
  const skip = (ms: number) => () => replay.command(one => one.skip(ms))
  useShortcuts([{ keys: 'k', label: 'Play or pause the recording', run: toggle }])
  return (
    <section className={classes.bar} aria-label="Recording of this meeting" data-testid="hub-play-bar">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Back 10 seconds"
        disabled={!isReady}
        onClick={skip(-10_000)}
      >
        <IconRewindBackward10 size={18} />
      </ActionIcon>
      <ActionIcon
        size={30}
        radius="xl"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        disabled={!isReady}
        onClick={toggle}
      >
        {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Forward 10 seconds"
        disabled={!isReady}
        onClick={skip(10_000)}
      >
        <IconRewindForward10 size={18} />
      </ActionIcon>
      {isReady ? (
        <Position session={session} />
      ) : (
        <span className={classes.status} role="status" data-hint={failure?.message}>
          {phase === 'failed' ? texts.past.playerInitFailed : pastStatusText(past, player)}
        </span>
      )}
      <Button
        size="compact-xs"
        variant="default"
        className={classes.open}
        component={Link}
        to={fillRoute(routes.past, { meeting_id: hub.meetingId })}
      >
        Open in the transcript
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Close the player"
        data-hint="Close the player"
        onClick={hub.closeReplay}
      >
        <IconX size={16} />
      </ActionIcon>
    </section>
  )
}

/** To the second: the exact times are in the past view. */
function Position({ session }: { session: PastSession }) {
  useNow()
  const { player, command } = session.replay
  const { durationMs } = player.getSnapshot()
  const now = player.positionMs
  const at = clockText(now).slice(0, 8)
  return (
    <>
      <span className={classes.clock} data-testid="hub-position">
        {at}
      </span>
      <input
        type="range"
        className={classes.seek}
        min={0}
        max={Math.round(durationMs / 1000)}
        step={1}
        value={Math.round(now / 1000)}
        aria-label="Seek the recording"
        aria-valuetext={at}
        onChange={event => {
          const ms = Number(event.currentTarget.value) * 1000
          command(one => one.seek(ms))
        }}
      />
      <span className={classes.clock}>{clockText(durationMs).slice(0, 8)}</span>
    </>
  )
}
