import type { PlayerState, ShardPlayer } from '@livetap/session'
import { useCallback } from 'react'
import { useStore } from '../../../shared/use-store'

/** The player's state while it is about this shard; undefined otherwise, so that other cards rest. */
export function useSound(sound: ShardPlayer, id: string): PlayerState | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [sound.subscribe(listener), sound.player.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [sound],
  )
  const getSnapshot = () => (sound.getSnapshot().id === id ? sound.player.getSnapshot() : undefined)
  return useStore({ subscribe, getSnapshot })
}
