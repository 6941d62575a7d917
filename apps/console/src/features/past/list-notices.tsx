import { counted } from '@livetap/contract'
import { speakerLabel, speakersOf } from '@livetap/transcript'
import { Button } from '@mantine/core'
import classes from './past.module.css'
import { NextTurn } from './player/next-turn'
import { useReplayData, useRoom } from './player/replay-context'
import { ProvisionalNotice } from './processing-panel'

interface Props {
  only: string | undefined
  onShowAll: () => void
}

/** Above the lines: why they are not the final ones, or not all. */
export function ListNotices({ only, onShowAll }: Props) {
  const { replay, session } = useRoom()
  const { transcript, speakers, isProvisional } = useReplayData(replay)
  const speaker = speakers.find(({ key }) => key === only)
  if (!transcript) return null
  const name = speaker && (speakerLabel(transcript, speaker) || 'the unknown speaker')
  const count =
    speaker && transcript.utterances.filter(one => speakersOf(one).some(({ key }) => key === only)).length
  return (
    <>
      {isProvisional && session && <ProvisionalNotice session={session} />}
      {speaker && name !== undefined && (
        <div className={classes.listNotice}>
          <span role="status">
            Only {name}: {count} of {counted(transcript.utterances.length, 'line')}
          </span>
          <NextTurn speaker={speaker.key} name={name} />
          <Button size="compact-xs" variant="default" onClick={onShowAll}>
            Show all speakers
          </Button>
        </div>
      )}
    </>
  )
}
