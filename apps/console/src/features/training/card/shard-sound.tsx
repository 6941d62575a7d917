import type { ListedPeaks, Playable } from '@livetap/session'
import { clockText } from '@livetap/transcript'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTraining } from '../training-context'
import { PlayButton } from './play-button'
import classes from './sound.module.css'
import { SoundHead } from './sound-head'
import { soundLabel } from './sound-label'
import { useSound } from './use-sound'
import { Waveform } from './waveform'

const STEP_MS = 500

interface Props {
  item: Playable
  /** On the meeting's clock. */
  startMs?: number
  endMs?: number
  peaks?: ListedPeaks | null
  /** What it is the sound of, for the names of its controls. */
  name: string
}

/** The sound of one shard: play and pause, a waveform to seek in, where it lies in its meeting. */
export function ShardSound({ item, startMs, endMs, peaks, name }: Props) {
  const { player: sound } = useTraining()
  const state = useSound(sound, item.id)
  const slider = useRef<HTMLDivElement>(null)
  const seek = (ms: number) => void sound.seek(item, ms)
  const momentAt = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(1, (event.clientX - left) / Math.max(1, width))) * item.lengthMs
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    seek(momentAt(event))
  }
  const onPointerMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(momentAt(event))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const now = state ? sound.player.positionMs : 0
    const target = {
      ArrowLeft: now - STEP_MS,
      ArrowRight: now + STEP_MS,
      Home: 0,
      End: item.lengthMs,
    }[event.key]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    seek(target)
  }
  return (
    <div className={classes.sound}>
      <PlayButton item={item} name={name} />
      <div
        ref={slider}
        className={classes.slider}
        role="slider"
        tabIndex={0}
        aria-label={`Seek in ${name}`}
        aria-valuemin={0}
        aria-valuemax={Math.round(item.lengthMs)}
        aria-valuenow={0}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      >
        <Waveform peaks={peaks} />
        {state && <SoundHead player={sound.player} slider={slider} lengthMs={item.lengthMs} />}
      </div>
      <div className={classes.labels}>
        {startMs !== undefined && <span data-hint="Start, on the meeting’s clock">{clockText(startMs)}</span>}
        <span className={classes.state} role="status">
          {soundLabel(state)}
        </span>
        <span className={classes.length} data-hint="Duration">
          {(item.lengthMs / 1000).toFixed(1)} s
        </span>
        {endMs !== undefined && <span data-hint="End, on the meeting’s clock">{clockText(endMs)}</span>}
      </div>
    </div>
  )
}
