import { texts } from '@livetap/contract'
import { playerStatusText } from '@livetap/session'
import { timeParam } from '@livetap/transcript'
import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import {
  IconLink,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useToasts } from '../../shared/ui/toasts'
import { ClockTexts } from './clock-text'
import { copyMoment } from './copy-moment'
import palette from './palette.module.css'
import classes from './play-bar.module.css'
import { usePlayer, useRoom } from './replay-context'
import { SpeedMenu } from './speed-menu'
import { Timeline, ZOOM_MAX } from './timeline'

/** The footer: timeline, play, times, speed. */
export function PlayBar() {
  const { replay, session } = useRoom()
  const state = usePlayer(replay)
  const toasts = useToasts()
  const [zoom, setZoom] = useState(1)
  const isReady = !['none', 'initing', 'failed'].includes(state.phase)
  const isBusy = state.phase === 'initing' || state.phase === 'seeking' || state.isWaiting
  return (
    <div className={`${palette.palette} ${classes.bar}`} data-testid="play-bar" data-phase={state.phase}>
      <Timeline zoom={zoom} onZoom={setZoom} />
      <div className={classes.controls}>
        <Tooltip label="Back 10 seconds">
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.quiet}
            aria-label="Back 10 seconds"
            disabled={!isReady}
            onClick={() => replay.command(player => player.skip(-10_000))}
          >
            <IconRewindBackward10 size={20} />
          </ActionIcon>
        </Tooltip>
        <ActionIcon
          size={36}
          radius="xl"
          aria-label={state.isPlaying ? 'Pause' : 'Play'}
          disabled={!isReady}
          onClick={() => replay.command(player => player.toggle())}
        >
          {state.isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
        </ActionIcon>
        <Tooltip label="Forward 10 seconds">
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.quiet}
            aria-label="Forward 10 seconds"
            disabled={!isReady}
            onClick={() => replay.command(player => player.skip(10_000))}
          >
            <IconRewindForward10 size={20} />
          </ActionIcon>
        </Tooltip>
        <ClockTexts replay={replay} />
        <span className={classes.status} role="status">
          {isBusy && <Loader size={14} aria-hidden />}
          <PlayerMessage />
        </span>
        <span className={classes.spacer} />
        {state.phase === 'failed' && session && (
          <Button size="xs" variant="default" onClick={() => void session.retryAudio()}>
            Try again
          </Button>
        )}
        {session && (
          <Tooltip label="Copy link to this moment">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Copy link to this moment"
              disabled={!isReady}
              className={classes.quiet}
              onClick={() => void copyMoment(timeParam(replay.player.positionMs), toasts)}
            >
              <IconLink size={18} />
            </ActionIcon>
          </Tooltip>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.quiet}
          aria-label="Zoom the timeline out"
          disabled={zoom <= 1}
          onClick={() => setZoom(zoom / 2)}
        >
          <IconZoomOut size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.quiet}
          aria-label="Zoom the timeline in"
          disabled={zoom >= ZOOM_MAX || !isReady}
          onClick={() => setZoom(zoom * 2)}
        >
          <IconZoomIn size={18} />
        </ActionIcon>
        <SpeedMenu />
      </div>
    </div>
  )
}

function PlayerMessage() {
  const { replay } = useRoom()
  const state = usePlayer(replay)
  if (state.phase === 'none') return texts.past.playerNotInited
  if (state.phase === 'failed')
    return (
      <span className={classes.failed} title={state.failure?.message}>
        {texts.past.playerInitFailed}
        <small>{state.failure?.message}</small>
      </span>
    )
  // The header says what is awaited until the player is ready.
  return state.phase === 'initing' ? null : playerStatusText(state)
}
