import { nextTurn } from '@livetap/transcript'
import { Button } from '@mantine/core'
import { useRoom } from './replay-context'

/** Goes to where a speaker begins to speak again; after the last turn nothing follows. */
export function NextTurn({ speaker, name }: { speaker: string; name: string }) {
  const { replay } = useRoom()
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Next turn of ${name}`}
      onClick={() => {
        const { transcript } = replay.getSnapshot()
        const turn = transcript && nextTurn(transcript, speaker, replay.player.positionMs)
        if (turn) replay.command(player => player.seek(turn.startMs))
      }}
    >
      Next turn
    </Button>
  )
}
