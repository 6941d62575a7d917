import type { Clip } from '@livetap/session'
import classes from '../list/list.module.css'
import { useIsReady, usePlayer, useRoom } from './replay-context'

/** Plays one utterance or highlight to its end. Shown only while the player can follow. */
export function ClipButton({ clip }: { clip: Clip }) {
  const { replay } = useRoom()
  const { player } = replay
  const isReady = useIsReady(replay)
  const isPlaying = usePlayer(replay, state => state.isPlaying && state.clip?.key === clip.key)
  if (!isReady) return <span className={classes.clipSpace} />
  return (
    <button
      type="button"
      className={classes.icon}
      aria-label={isPlaying ? 'Pause clip' : 'Play clip'}
      data-clip={isPlaying ? 'playing' : 'paused'}
      onClick={() => replay.command(() => player.toggleClip(clip))}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={isPlaying ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M4.5 2.8v10.4L13 8z'} />
      </svg>
    </button>
  )
}
