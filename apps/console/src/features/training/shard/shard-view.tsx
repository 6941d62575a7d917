import { fillRoute, openMeetingPath, routes, type ShardRead } from '@livetap/contract'
import { Anchor, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../shared/time/format-date'
import { CopyableId } from '../../../shared/ui/lists/copyable-id'
import classes from './shard.module.css'
import { ShardItem } from './shard-item'

interface Props {
  /** The shard, and what follows it in its meeting as far as it was asked for. */
  audio: readonly ShardRead[]
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
}

/** Everything that is known of a shard, its sound and its texts. */
export function ShardView({ audio, hasMore, isLoading, onMore }: Props) {
  const shard = audio[0]!
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.view} tabIndex={0} aria-label="Shard">
      <Fields shard={shard} />
      <ul className={classes.items} aria-label="Audio">
        {audio.map((item, at) => (
          <ShardItem key={item.id} item={item} name={at === 0 ? 'this shard' : `shard ${at + 1}`} />
        ))}
      </ul>
      {hasMore && (
        <Button size="xs" variant="default" loading={isLoading} onClick={onMore}>
          Show what follows in this meeting
        </Button>
      )}
    </section>
  )
}

/** By the names of the wire, so that they can be searched for and quoted. */
function Fields({ shard }: { shard: ShardRead }) {
  const { metadata } = shard
  const meeting = metadata.meeting_id
  const fields: Record<string, ReactNode> = {
    meeting_id: (
      <>
        <CopyableId id={meeting} label="meeting id" to={openMeetingPath(meeting)} length={24} />{' '}
        <Anchor
          component={Link}
          fz={13}
          to={fillRoute(routes.pastTrainable, { trainable_meeting_id: meeting })}
        >
          all its utterances
        </Anchor>
      </>
    ),
    webex_meeting_number: metadata.webex_meeting_number,
    site_name: metadata.site_name,
    source: metadata.source,
    created_at: formatDate(metadata.created_at),
    length_ms: metadata.length_ms,
    csi: metadata.csi,
    ci_uuid: metadata.ci_uuid,
    global_participant_id: metadata.global_participant_id,
    speakers: metadata.speakers?.join(', '),
    language_code: metadata.language_code,
    language_inferred: metadata.language_inferred?.toString(),
    transcript_type: metadata.transcript_type,
    evaluation: metadata.evaluation?.toString(),
  }
  return (
    <dl className={classes.fields}>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value === undefined || value === null || value === '' ? (
              <span className={classes.none}>–</span>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
