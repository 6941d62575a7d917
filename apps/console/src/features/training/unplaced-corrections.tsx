import { fillRoute, routes } from '@livetap/contract'
import { TrainingCalls, type UnplacedCorrection } from '@livetap/session'
import { timeText } from '@livetap/transcript'
import { Anchor, Button, CopyButton, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useRemoteLoad } from '../../shared/remote/use-remote-load'
import { useApi } from '../../shared/session/session-context'
import { RelativeTime } from '../../shared/time/relative-time'
import classes from './unplaced-corrections.module.css'

interface Props {
  region: string
  /** Without it: those of every meeting of the region, each with a link to its meeting. */
  meetingId?: string
}

/** What found no shard when a meeting was processed again; nothing is shown where there is nothing. */
export function UnplacedFold({ region, meetingId }: Props) {
  const api = useApi()
  const { data, error, reload } = useRemoteLoad(
    signal => new TrainingCalls(api).unplaced(region, meetingId, signal),
    [api, region, meetingId],
  )
  if (error)
    return (
      <Group gap="xs" mb="sm" role="alert">
        <Text size="sm">Corrections that match no utterance could not be loaded: {error.message}</Text>
        <Button size="compact-xs" variant="default" onClick={reload}>
          Try again
        </Button>
      </Group>
    )
  return data?.length ? <Corrections corrections={data} hasLinks={meetingId === undefined} /> : null
}

interface CorrectionsProps {
  corrections: readonly UnplacedCorrection[]
  hasLinks: boolean
}

function Corrections({ corrections, hasLinks }: CorrectionsProps) {
  return (
    <details className={classes.fold}>
      <summary>Corrections that match no utterance ({corrections.length})</summary>
      <p>
        The meeting was processed again, and no utterance holds this sound any more. Copy what is still of
        use.
      </p>
      <ul aria-label="Corrections that match no utterance">
        {corrections.map(one => (
          <Correction key={one.key} correction={one} hasLink={hasLinks} />
        ))}
      </ul>
    </details>
  )
}

function Correction({ correction, hasLink }: { correction: UnplacedCorrection; hasLink: boolean }) {
  const { meetingId, startMs, endMs, kind, before, after, by, at } = correction
  const time = timeText({ startMs, endMs })
  return (
    <li>
      <small>
        {hasLink ? (
          <Anchor
            component={Link}
            to={fillRoute(routes.pastTrainable, { trainable_meeting_id: meetingId })}
            data-hint={meetingId}
          >
            {time}
          </Anchor>
        ) : (
          time
        )}{' '}
        · {by} · <RelativeTime at={at} />
      </small>
      {before !== '' && <del dir="auto">{before}</del>}
      {kind === 'text' ? <ins dir="auto">{after}</ins> : <ins>Unusable: {after}</ins>}
      <CopyButton value={after} timeout={1500}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" aria-label={`Copy the text of ${time}`} onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </li>
  )
}
