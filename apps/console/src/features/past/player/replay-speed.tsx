import { SpeedMenu } from '../../../shared/ui/meeting/speed-menu'
import { usePlayer, useRoom } from './replay-context'

export function ReplaySpeed() {
  const { replay } = useRoom()
  const rate = usePlayer(replay, state => state.rate)
  return <SpeedMenu rate={rate} position="top-end" onChoose={speed => replay.player.setRate(speed)} />
}
