import type { Speaker } from '@livetap/transcript'
import { Button, Popover, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from '../list/list.module.css'
import { useRoom } from '../player/replay-context'

interface Props {
  speaker: Speaker
  label: string
  name: string
}

/** A speaker's label; a click renames the speaker everywhere. */
export function SpeakerName({ speaker, label, name }: Props) {
  const { session } = useRoom()
  const [isOpen, setOpen] = useState(false)
  if (!session || speaker.kind !== 'speaker') return <span className={classes.speaker}>{label}</span>
  const button = (
    <button
      type="button"
      className={classes.speaker}
      title="Rename this speaker"
      onClick={() => setOpen(open => !open)}
    >
      {label}
    </button>
  )
  // The popover's own parts come into being with the click: a hundred labels are on screen.
  if (!isOpen) return button
  return (
    <Popover opened onChange={setOpen} position="bottom-start" trapFocus withArrow shadow="md" returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>
        <RenameForm speakerId={speaker.id} name={name} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function RenameForm({ speakerId, name, onDone }: { speakerId: string; name: string; onDone: () => void }) {
  const { session } = useRoom()
  const [value, setValue] = useState(name)
  const [isSaving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    const isDone = (await session?.edits.renameSpeaker(speakerId, value.trim())) ?? false
    setSaving(false)
    if (isDone) onDone()
  }
  return (
    <form className={classes.rename} onSubmit={event => void save(event)}>
      <TextInput
        size="xs"
        label={`Name of speaker ${speakerId}, in the whole meeting`}
        value={value}
        maxLength={100}
        data-autofocus
        onChange={event => setValue(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" loading={isSaving} disabled={value.trim() === ''}>
        Rename
      </Button>
    </form>
  )
}
