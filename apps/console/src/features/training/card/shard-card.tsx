import { fillRoute, openMeetingPath, routes } from '@livetap/contract'
import { type ListedShard, playableOf } from '@livetap/session'
import { timeParam } from '@livetap/transcript'
import { Anchor } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../shared/time/format-date'
import { CopyableId } from '../../../shared/ui/lists/copyable-id'
import { useStore } from '../../../shared/use-store'
import { useTraining } from '../training-context'
import classes from './card.module.css'
import { ContextLines } from './context-lines'
import { History } from './history'
import { ShardSound } from './shard-sound'
import { ShardText } from './shard-text'
import textClasses from './text.module.css'
import { UnusableMark } from './unusable'

interface Props {
  item: ListedShard
  index: number
  isCurrent: boolean
  onChoose: (index: number) => void
}

/** One shard: where it comes from, how it sounds, what was said. */
export const ShardCard = memo(function ShardCard({ item, index, isCurrent, onChoose }: Props) {
  const { edits } = useTraining()
  const edit = edits.of(item)
  const { unusable, canUndo, phase, kind } = useStore(edit)
  const { metadata } = item
  const { confidence } = metadata
  const name = `utterance ${index + 1}`
  const at = metadata.start_offset_ms === undefined ? '' : `?t=${timeParam(metadata.start_offset_ms)}`
  const meeting = `${openMeetingPath(metadata.meeting_id)}${at}`
  const choose = () => {
    if (!isCurrent) onChoose(index)
  }
  return (
    <article
      className={classes.card}
      aria-label={`Utterance ${index + 1}`}
      aria-current={isCurrent || undefined}
      data-index={index}
      data-unusable={unusable !== null || undefined}
      data-saving={phase === 'saving' || undefined}
      // Not on the press: the card grows when it is chosen, and the click would miss what was pressed.
      onClick={choose}
      onKeyDown={choose}
    >
      <header className={classes.head}>
        <Anchor
          component={Link}
          to={fillRoute(routes.trainableShard, { shard_id: item.id })}
          className={classes.number}
          data-hint="Open this shard"
        >
          #{index + 1}
        </Anchor>
        <Fact label="Site">{metadata.site_name || '–'}</Fact>
        <Fact label="mID">
          <CopyableId id={metadata.meeting_id} label="meeting id" to={meeting} />
        </Fact>
        <Fact label="Created">{formatDate(metadata.created_at)}</Fact>
        <span className={classes.tags}>
          {metadata.language_code && <span>{metadata.language_code}</span>}
          {metadata.transcript_type && <span>{metadata.transcript_type}</span>}
          {metadata.evaluation && <span>evaluation</span>}
          {confidence !== null && confidence !== undefined && (
            <span data-hint="How sure the recogniser was">{Math.round(confidence * 100)} % sure</span>
          )}
          {kind && <span data-edited>{kind}</span>}
        </span>
      </header>
      <ShardSound
        item={playableOf(item)}
        startMs={metadata.start_offset_ms}
        endMs={metadata.end_offset_ms}
        peaks={item.peaks}
        name={name}
      />
      <ContextLines id={item.id} isShown={isCurrent}>
        {after => (
          <ShardText
            edit={edit}
            name={name}
            below={after}
            onFocus={field => {
              if (!field.matches(':active')) choose()
            }}
          >
            {isCurrent && (
              <>
                <button
                  type="button"
                  className={textClasses.more}
                  aria-label={`Undo the last save of ${name}`}
                  disabled={!canUndo}
                  onClick={() => void edit.undo()}
                >
                  Undo
                </button>
                {item.version !== undefined && <History edit={edit} name={name} />}
              </>
            )}
            {item.unusable !== undefined && <UnusableMark edit={edit} name={name} />}
          </ShardText>
        )}
      </ContextLines>
    </article>
  )
})

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <span className={classes.fact}>
      <span className={classes.factLabel}>{label}</span> {children}
    </span>
  )
}
