import type { Speaker } from '@livetap/transcript'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { LazyPopover } from '../../../shared/popover/lazy-popover'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import classes from '../list/list.module.css'
import { useEditing } from '../player/replay-context'

interface Props {
  speaker: Speaker
  label: string
  name: string
  /** In a row the mouse reaches it; by keyboard the list of speakers above has each once. */
  isTabStop?: boolean
}

/** A speaker's label; a click renames the speaker everywhere. */
export function SpeakerName({ speaker, label, name, isTabStop = true }: Props) {
  const session = useEditing()
  if (!session || speaker.kind !== 'speaker') return <span className={classes.speaker}>{label}</span>
  return (
    <LazyPopover
      position="bottom-start"
      button={props => (
        <button
          type="button"
          className={classes.speaker}
          data-hint="Rename this speaker"
          tabIndex={isTabStop ? undefined : -1}
          {...props}
        >
          {label}
        </button>
      )}
    >
      {close => <RenameForm speakerId={speaker.id} name={name} onDone={close} />}
    </LazyPopover>
  )
}

function RenameForm({ speakerId, name, onDone }: { speakerId: string; name: string; onDone: () => void }) {
  const session = useEditing()
  const [value, setValue] = useState(name)
  const rename = useRemoteCall(async () => {
    await session?.edits.renameSpeaker(speakerId, value.trim())
    onDone()
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    void rename.run()
  }
  return (
    <form className={classes.rename} onSubmit={save}>
      <TextInput
        size="xs"
        label={`Name of speaker ${speakerId}, in the whole meeting`}
        value={value}
        maxLength={100}
        error={rename.error?.message}
        data-autofocus
        onChange={event => setValue(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" loading={rename.loading} disabled={value.trim() === name}>
        Rename
      </Button>
    </form>
  )
}
