import { timelineHeight } from '../../../shared/timeline/timeline-paint'
import { useReplayData, useRoom } from './replay-context'

/** The paddings and the buttons of the play bar, as its style sheet has them. */
const BESIDE_TIMELINE_PX = 52

/** As high as the play bar that comes. */
export function PlayBarPlace() {
  const { replay } = useRoom()
  return <div style={{ height: BESIDE_TIMELINE_PX + timelineHeight(useReplayData(replay)) }} />
}
