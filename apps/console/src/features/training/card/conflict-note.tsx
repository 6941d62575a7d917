import type { ShardVersionWire } from '@livetap/contract'
import type { ShardEdit } from '@livetap/session'
import { Button } from '@mantine/core'
import { formatDate } from '../../../shared/time/format-date'
import classes from './text.module.css'

/** Who changed the text meanwhile, and to what. The draft stays in the field until the user has decided. */
export function ConflictNote({ edit, theirs }: { edit: ShardEdit; theirs: ShardVersionWire }) {
  return (
    <div className={classes.conflict} role="alert">
      <p>
        {theirs.created_by ?? 'Another user'} saved this meanwhile
        {theirs.created_at && ` (${formatDate(theirs.created_at)})`}: <q dir="auto">{theirs.transcript}</q>
      </p>
      <Button size="compact-xs" onClick={() => void edit.resolve('mine')}>
        Keep mine
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => void edit.resolve('theirs')}>
        Take theirs
      </Button>
    </div>
  )
}
