import type { HumanTranscript, ShardRead } from '@livetap/contract'
import { playableOf } from '@livetap/session'
import { formatDate } from '../../../shared/time/format-date'
import { useFreshDownload } from '../../../shared/use-fresh-download'
import { useStore } from '../../../shared/use-store'
import { History } from '../card/history'
import { InPlaceText } from '../card/in-place-text'
import { ShardSound } from '../card/shard-sound'
import { UnusableMark } from '../card/unusable'
import { useTraining } from '../training-context'
import classes from './shard.module.css'

/** One audio item of a shard: its sound with its offsets, its text, and what people wrote before. */
export function ShardItem({ item, name }: { item: ShardRead; name: string }) {
  const { edits, calls } = useTraining()
  const fileName = `${item.id}.flac`
  const save = useFreshDownload(() => calls.soundOf(item.id), fileName)
  const edit = edits.of(item)
  const { phase } = useStore(edit)
  const { metadata } = item
  return (
    <li className={classes.item}>
      <div>
        <ShardSound
          item={playableOf(item)}
          startMs={metadata.start_offset_ms}
          endMs={metadata.end_offset_ms}
          peaks={item.peaks}
          name={name}
        />
        <p className={classes.offsets}>
          {metadata.start_offset_ms !== undefined && `start_offset_ms ${metadata.start_offset_ms} · `}
          {metadata.end_offset_ms !== undefined && `end_offset_ms ${metadata.end_offset_ms} · `}
          <a href={item.uri} download={fileName} onClick={save}>
            Download FLAC
          </a>
        </p>
      </div>
      <div className={classes.texts}>
        <InPlaceText edit={edit} name={name} />
        {(phase === 'clean' || phase === 'saved') && (
          <div className={classes.actions}>
            {item.version !== undefined && <History edit={edit} name={name} />}
            {item.unusable !== undefined && <UnusableMark edit={edit} name={name} />}
          </div>
        )}
        {item.human_transcripts && (
          <HumanTranscripts texts={item.human_transcripts} original={item.original_transcript} />
        )}
      </div>
    </li>
  )
}

function HumanTranscripts({ texts, original }: { texts: readonly HumanTranscript[]; original?: string }) {
  return (
    <div className={classes.human}>
      <h2>human_transcripts</h2>
      {texts.length === 0 ? (
        <p className={classes.none}>There is no corrected text yet; this is the recogniser’s own.</p>
      ) : (
        <ol>
          {texts.map(one => (
            <li key={one.version}>
              <small>
                {one.created_by} ({one.source}) · {formatDate(one.created_at)}
              </small>
              <span dir="auto">{one.transcript}</span>
            </li>
          ))}
          {original !== undefined && (
            <li>
              <small>Original, by the recogniser</small>
              <span dir="auto">{original}</span>
            </li>
          )}
        </ol>
      )}
    </div>
  )
}
