import { UNUSABLE_REASONS } from '@livetap/contract'
import type { ShardEdit } from '@livetap/session'
import { Button, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatDate } from '../../../shared/time/format-date'
import { useStore } from '../../../shared/use-store'
import { ShardPopover } from './shard-popover'
import classes from './text.module.css'

/** Keeps a shard out of archives and projects, with a reason, or takes it in again. */
export function UnusableMark({ edit, name }: { edit: ShardEdit; name: string }) {
  const { unusable, isMarking } = useStore(edit)
  return (
    <ShardPopover
      part="unusable"
      label={unusable ? `Unusable: ${unusable.reason}` : 'Unusable…'}
      name={unusable ? `Unusable: ${unusable.reason}, ${name}` : `Mark ${name} as unusable`}
      width={280}
      isMarked={unusable !== null}
      disabled={isMarking}
    >
      {close => <Reasons edit={edit} onDone={close} />}
    </ShardPopover>
  )
}

function Reasons({ edit, onDone }: { edit: ShardEdit; onDone: () => void }) {
  const { unusable } = useStore(edit)
  const [reason, setReason] = useState('')
  const mark = (chosen: string) => {
    onDone()
    void edit.markUnusable(chosen)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) mark(reason.trim())
  }
  if (unusable)
    return (
      <>
        <Text size="sm" mb={8}>
          {unusable.reason}
          <Text size="xs" c="dimmed" component="span" display="block">
            {unusable.by} · {formatDate(unusable.at)}
          </Text>
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            onDone()
            void edit.unmarkUnusable()
          }}
        >
          Use it again
        </Button>
      </>
    )
  return (
    <>
      <Text size="xs" c="dimmed" mb={4}>
        It stays out of archives and projects. Why?
      </Text>
      <div className={classes.reasons}>
        {UNUSABLE_REASONS.map(one => (
          <button key={one} type="button" className={classes.version} onClick={() => mark(one)}>
            {one}
          </button>
        ))}
      </div>
      <form className={classes.other} onSubmit={submit}>
        <TextInput
          size="xs"
          aria-label="Another reason"
          placeholder="Another reason"
          maxLength={200}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <Button size="xs" type="submit" variant="default" disabled={!reason.trim()}>
          Mark
        </Button>
      </form>
    </>
  )
}
