import type { MeetingHub, MeetingRecord } from '@livetap/session'
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useRemoteCall } from '../remote/use-remote-call'
import classes from './meeting-heading.module.css'
import { useMayIn } from './use-may-here'

interface Props {
  hub: MeetingHub
  title: string
}

/** A click changes it in place, where the user may. */
export function MeetingTitle({ hub, title }: Props) {
  const [isEditing, setEditing] = useState(false)
  const mayEdit = useMayIn(hub)('meeting.edit')
  if (isEditing) return <TitleField title={title} record={hub.record} onDone={() => setEditing(false)} />
  if (!mayEdit)
    return (
      <span className={classes.nameText} data-testid="meeting-title" data-hint={title}>
        {title || 'Untitled'}
      </span>
    )
  return (
    <UnstyledButton
      className={classes.name}
      data-hint="Rename this meeting"
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

interface TitleFieldProps {
  record: MeetingRecord
  title: string
  onDone: () => void
}

/** Enter and leaving it save, Esc does not. */
function TitleField({ title, record, onDone }: TitleFieldProps) {
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
