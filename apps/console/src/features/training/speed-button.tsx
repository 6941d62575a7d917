import { useSyncExternalStore } from 'react'
import { SpeedMenu } from '../../shared/ui/meeting/speed-menu'
import { useTraining } from './training-context'

/** How fast shards play, all of them. */
export function SpeedButton() {
  const { player } = useTraining().player
  const rate = useSyncExternalStore(player.subscribe, () => player.getSnapshot().rate)
  return <SpeedMenu rate={rate} position="bottom-end" onChoose={speed => player.setRate(speed)} />
}
