import { fillRoute, routes, type ShardTranscript } from '@livetap/contract'
import { timeText } from '@livetap/transcript'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useStore } from '../../shared/use-store'
import { InPlaceText } from './card/in-place-text'
import { PlayButton } from './card/play-button'
import { soundLabel } from './card/sound-label'
import { useSound } from './card/use-sound'
import classes from './meeting-row.module.css'
import { useTraining } from './training-context'

const LINE_PX = 22
const CHARACTER_PX = 7

export function meetingRowHeight({ speech_result }: ShardTranscript, width: number): number {
  const { length } = speech_result.alternatives[0]?.transcript ?? ''
  const lines = Math.ceil((length * CHARACTER_PX) / Math.max(200, width - 440))
  return 18 + Math.max(44, lines * LINE_PX)
}

/** One shard of a meeting: when, what, in which language, how it was made, and its sound. */
export function MeetingRow({ item, index }: { item: ShardTranscript; index: number }) {
  const { edits, player } = useTraining()
  const { speech_result: said, id, uri, version, unusable } = item
  const transcript = said.alternatives[0]?.transcript ?? ''
  const edit = edits.of({ id, transcript, version, unusable, kind: item.kind })
  const state = useStore(edit)
  const sound = useSound(player, id)
  const name = `utterance ${index + 1}`
  return (
    <article className={classes.row} aria-label={`Utterance ${index + 1}`}>
      {uri ? (
        <PlayButton item={{ id, uri, lengthMs: said.end_millis - said.start_millis }} name={name} />
      ) : (
        <span />
      )}
      <div className={classes.time}>
        <Anchor
          component={Link}
          to={fillRoute(routes.trainableShard, { shard_id: id })}
          data-hint="Open this shard"
        >
          {timeText({ startMs: said.start_millis, endMs: said.end_millis })}
        </Anchor>
        <span className={classes.label} role="status">
          {soundLabel(sound)}
        </span>
      </div>
      <InPlaceText edit={edit} name={name} />
      <div className={classes.tags}>
        {said.language_code && <span>{said.language_code}</span>}
        {said.transcript_type && <span>{said.transcript_type}</span>}
        {(state.version ?? 0) > 0 && <span data-edited>{state.kind ?? 'edited'}</span>}
        {state.unusable && <span data-unusable>unusable: {state.unusable.reason}</span>}
      </div>
    </article>
  )
}
