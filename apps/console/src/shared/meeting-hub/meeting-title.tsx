import type { MeetingRecord } from '@livetap/session'
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useRemoteCall } from '../remote/use-remote-call'
import classes from './meeting-heading.module.css'

interface Props {
  record: MeetingRecord
  title: string
}

/** A click changes it in place. */
export function MeetingTitle({ record, title }: Props) {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <TitleField title={title} record={record} onDone={() => setEditing(false)} />
  return (
    <UnstyledButton
      className={classes.name}
      title="Rename this meeting"
      aria-label={`${title || 'Untitled'}: rename this meeting`}
      onClick={() => setEditing(true)}
    >
      <span className={classes.nameText} data-testid="meeting-title">
        {title || 'Untitled'}
      </span>
      <IconPencil size={14} aria-hidden />
    </UnstyledButton>
  )
}

/** Enter and leaving it save, Esc does not. */
function TitleField({ title, record, onDone }: Props & { onDone: () => void }) {
  const [value, setValue] = useState(title)
  const rename = useRemoteCall(async () => {
    if (value.trim() !== title) await record.rename(value.trim())
    onDone()
  })
  return (
    <TextInput
      size="xs"
      autoFocus
      aria-label="Title of the meeting"
      maxLength={300}
      value={value}
      disabled={rename.loading}
      error={rename.error?.message}
      className={classes.titleField}
      onChange={event => setValue(event.currentTarget.value)}
      onBlur={() => void rename.run()}
      onKeyDown={event => {
        if (event.key === 'Escape') onDone()
        else if (event.key === 'Enter') void rename.run()
        else return
        event.preventDefault()
      }}
    />
  )
}
