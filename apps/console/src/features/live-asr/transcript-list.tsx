import type { AsrLine } from '@livetap/session'
import { FollowList } from '../../shared/ui/lists/follow-list'
import { TranscriptRow } from './transcript-row'

interface Props {
  lines: readonly AsrLine[]
  /** The pointer is over the list: it stays where it is. */
  held: boolean
  onHold: (held: boolean) => void
}

const keyOf = ({ id }: AsrLine) => id

export function TranscriptList({ lines, held, onHold }: Props) {
  return (
    <FollowList
      label="Transcript lines"
      items={lines}
      keyOf={keyOf}
      render={line => <TranscriptRow line={line} />}
      held={held}
      onHold={onHold}
    />
  )
}
