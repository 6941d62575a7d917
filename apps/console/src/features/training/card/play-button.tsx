import type { Playable } from '@livetap/session'
import { useTraining } from '../training-context'
import { PlayIcon } from './play-icon'
import classes from './sound.module.css'
import { useSound } from './use-sound'

/** Plays and pauses one shard. */
export function PlayButton({ item, name }: { item: Playable; name: string }) {
  const { player: sound } = useTraining()
  const state = useSound(sound, item.id)
  const isPlaying = state?.isPlaying ?? false
  return (
    <button
      type="button"
      className={classes.play}
      aria-label={`${isPlaying ? 'Pause' : 'Play'} ${name}`}
      aria-busy={state?.phase === 'initing' || state?.isWaiting}
      data-playing={isPlaying}
      onClick={() => void sound.toggle(item)}
    >
      <PlayIcon isPlaying={isPlaying} />
    </button>
  )
}
