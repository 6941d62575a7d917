import { texts } from '@livetap/contract'
import { playerStatusText } from '@livetap/session'
import { timeParam } from '@livetap/transcript'
import { ActionIcon, Button, Loader } from '@mantine/core'
import {
  IconLink,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { memo, type ReactNode, useState } from 'react'
import { useToasts } from '../../../shared/ui/feedback/toasts'
import { useStore } from '../../../shared/use-store'
import { ClockTexts } from '../list/clock-text'
import { copyMoment } from '../list/copy-moment'
import palette from '../palette.module.css'
import classes from './play-bar.module.css'
import { useIsReady, usePlayer, useReplayData, useRoom } from './replay-context'
import { ReplaySpeed } from './replay-speed'
import { SkipSilence } from './skip-silence'
import { Timeline, ZOOM_MAX } from './timeline'
import { VolumeControl } from './volume-control'

/** The footer: timeline, play, times, speed. Each part minds its own piece of the player's state. */
export const PlayBar = memo(function PlayBar() {
  const { replay, session, retryAudio = session?.retryAudio } = useRoom()
  const toasts = useToasts()
  const [zoom, setZoom] = useState(1)
  const isReady = useIsReady(replay)
  const hasFailed = usePlayer(replay, state => state.phase === 'failed')
  return (
    <div className={`${palette.palette} ${classes.bar}`} data-testid="play-bar">
      <Timeline zoom={zoom} onZoom={setZoom} />
      <div className={classes.controls}>
        <Quiet
          label="Back 10 seconds"
          isDisabled={!isReady}
          onClick={() => replay.command(player => player.skip(-10_000))}
        >
          <IconRewindBackward10 size={20} />
        </Quiet>
        <PlayButton isReady={isReady} />
        <Quiet
          label="Forward 10 seconds"
          isDisabled={!isReady}
          onClick={() => replay.command(player => player.skip(10_000))}
        >
          <IconRewindForward10 size={20} />
        </Quiet>
        <ClockTexts replay={replay} />
        <PlayerMessage />
        <span className={classes.spacer} />
        {hasFailed && retryAudio && (
          <Button size="xs" variant="default" onClick={() => void retryAudio()}>
            Try again
          </Button>
        )}
        {session && (
          <Quiet
            label="Copy link to this moment"
            isDisabled={!isReady}
            onClick={() => void copyMoment(timeParam(replay.player.positionMs), toasts)}
          >
            <IconLink size={18} />
          </Quiet>
        )}
        <Quiet label="Zoom the timeline out" isDisabled={zoom <= 1} onClick={() => setZoom(zoom / 2)}>
          <IconZoomOut size={18} />
        </Quiet>
        <Quiet
          label="Zoom the timeline in"
          isDisabled={zoom >= ZOOM_MAX || !isReady}
          onClick={() => setZoom(zoom * 2)}
        >
          <IconZoomIn size={18} />
        </Quiet>
        <SkipSilence />
        <VolumeControl />
        <ReplaySpeed />
      </div>
    </div>
  )
})

interface QuietProps {
  label: string
  isDisabled: boolean
  onClick: () => void
  children: ReactNode
}

function Quiet({ label, isDisabled, onClick, children }: QuietProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={classes.quiet}
      aria-label={label}
      data-hint={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}

function PlayButton({ isReady }: { isReady: boolean }) {
  const { replay } = useRoom()
  const isPlaying = usePlayer(replay, state => state.isPlaying)
  return (
    <ActionIcon
      size={36}
      radius="xl"
      aria-label={isPlaying ? 'Pause' : 'Play'}
      disabled={!isReady}
      onClick={() => replay.command(player => player.toggle())}
    >
      {isPlaying ? <IconPlayerPauseFilled size={18} /> : <IconPlayerPlayFilled size={18} />}
    </ActionIcon>
  )
}

/** Said where the player would speak: nothing has gone wrong. */
const SOUNDLESS = 'This meeting was saved without its sound.'

function PlayerMessage() {
  const { replay, session, isSoundless: hasNoSound } = useRoom()
  const past = useStore(session)
  const isSoundless = past?.isSoundless ?? hasNoSound ?? false
  const hasText = (useReplayData(replay).transcript?.utterances.length ?? 0) > 0
  const state = usePlayer(replay, held => held)
  const isBusy = state.phase === 'initing' || state.phase === 'seeking' || state.isWaiting
  return (
    <span className={classes.status} role="status" data-long={replay.player.isReady ? undefined : ''}>
      <span className={classes.spinner}>{isBusy && <Loader size={14} aria-hidden />}</span>
      {state.phase === 'none' &&
        !past?.deletion &&
        (!isSoundless ? texts.past.playerNotInited : hasText ? SOUNDLESS : '')}
      {state.phase === 'failed' && (
        <span className={classes.failed} data-hint={state.failure?.message}>
          {texts.past.playerInitFailed}
          <small>{state.failure?.message}</small>
        </span>
      )}
      {/* Until the player is ready the header says what is awaited. */}
      {replay.player.isReady && playerStatusText(state)}
    </span>
  )
}
