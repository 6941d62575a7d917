import type { ShardWire } from '@livetap/contract'
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
export function ShardItem({ item, name }: { item: ShardWire; name: string }) {
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
          start_offset_ms {metadata.start_offset_ms} · end_offset_ms {metadata.end_offset_ms} ·{' '}
          <a href={item.uri} download={fileName} onClick={save}>
            Download FLAC
          </a>
        </p>
      </div>
      <div className={classes.texts}>
        <InPlaceText edit={edit} name={name} />
        {(phase === 'clean' || phase === 'saved') && (
          <div className={classes.actions}>
            <History edit={edit} name={name} />
            <UnusableMark edit={edit} name={name} />
          </div>
        )}
        <HumanTranscripts item={item} />
      </div>
    </li>
  )
}

function HumanTranscripts({ item: { human_transcripts, original_transcript } }: { item: ShardWire }) {
  return (
    <div className={classes.human}>
      <h2>human_transcripts</h2>
      {human_transcripts.length === 0 ? (
        <p className={classes.none}>There is no corrected text yet; this is the recogniser’s own.</p>
      ) : (
        <ol>
          {human_transcripts.map(one => (
            <li key={one.version}>
              <small>
                {one.created_by} ({one.source}) · {formatDate(one.created_at)}
              </small>
              <span dir="auto">{one.transcript}</span>
            </li>
          ))}
          <li>
            <small>Original, by the recogniser</small>
            <span dir="auto">{original_transcript}</span>
          </li>
        </ol>
      )}
    </div>
  )
}
