import { SpeedMenu } from '../../shared/ui/meeting/speed-menu'
import { useStore } from '../../shared/use-store'
import { useTraining } from './training-context'

/** How fast shards play, all of them. */
export function SpeedButton() {
  const { player } = useTraining().player
  const rate = useStore(player, state => state.rate)
  return <SpeedMenu rate={rate} position="bottom-end" onChoose={speed => player.setRate(speed)} />
}
