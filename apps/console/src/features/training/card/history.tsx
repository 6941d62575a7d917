import type { ShardVersionWire } from '@livetap/contract'
import type { ShardEdit } from '@livetap/session'
import { Loader, Text } from '@mantine/core'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { formatDate } from '../../../shared/time/format-date'
import { useStore } from '../../../shared/use-store'
import { useTraining } from '../training-context'
import { Difference } from './difference'
import { ShardPopover } from './shard-popover'
import classes from './text.module.css'

/** Every text the shard has had; choosing one makes it the newest. */
export function History({ edit, name }: { edit: ShardEdit; name: string }) {
  return (
    <ShardPopover part="history" label="History" name={`History of ${name}`} width={400}>
      {close => <Versions edit={edit} onDone={close} />}
    </ShardPopover>
  )
}

function Versions({ edit, onDone }: { edit: ShardEdit; onDone: () => void }) {
  const { calls } = useTraining()
  const { version: current } = useStore(edit)
  const { data, error } = useRemoteLoad(signal => calls.versions(edit.id, signal), [edit, current])
  if (error) return <Text size="sm">{error.message}</Text>
  if (!data) return <Loader size="xs" aria-label="Loading the versions" />
  return (
    <ol className={classes.versions} aria-label="Versions, newest first">
      {data.map((one, at) => (
        <li key={one.version} className={classes.entry}>
          <small>{describe(one, at === 0)}</small>
          <Difference before={one.before ?? one.transcript} after={one.transcript} />
          {at > 0 && (
            <button
              type="button"
              className={classes.more}
              aria-label={`Make ${one.original ? 'the original' : `version ${one.version}`} the text again`}
              onClick={() => {
                onDone()
                void edit.put(one.transcript)
              }}
            >
              Make this the text again
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

function describe(
  { original, created_by, created_at, source, kind }: ShardVersionWire,
  isCurrent: boolean,
): string {
  const who = original ? 'Original, by the recogniser' : (created_by ?? 'Unknown')
  const as = source && source !== 'trainer' ? ` (${source})` : ''
  const how = kind === 'confirmed' ? ' · confirmed' : ''
  const when = created_at ? ` · ${formatDate(created_at)}` : ''
  return `${who}${as}${how}${when}${isCurrent ? ' · current' : ''}`
}
