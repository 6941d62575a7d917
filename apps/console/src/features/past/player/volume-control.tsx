import { ActionIcon } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useRef } from 'react'
import { rememberVolume } from '../../../shared/playback-volume'
import classes from './play-bar.module.css'
import { usePlayer, useRoom } from './replay-context'

/** Mute beside a slider; the last volume is kept in this browser. */
export function VolumeControl() {
  const { replay } = useRoom()
  const volume = usePlayer(replay, state => state.volume)
  const before = useRef(1)
  const set = (next: number) => {
    replay.player.setVolume(next)
    rememberVolume(next)
  }
  const toggle = () => {
    if (volume > 0) before.current = volume
    set(volume > 0 ? 0 : before.current)
  }
  return (
    <span className={classes.volume}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={volume > 0 ? 'Mute' : 'Unmute'}
        data-hint={volume > 0 ? 'Mute' : 'Unmute'}
        onClick={toggle}
      >
        {volume > 0 ? <IconVolume size={18} /> : <IconVolumeOff size={18} />}
      </ActionIcon>
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={volume}
        aria-label="Volume"
        onChange={event => set(Number(event.currentTarget.value))}
      />
    </span>
  )
}
