import type { PastSession } from '@livetap/session'
import { shortClockText, spokenLanguages } from '@livetap/transcript'
import { TextInput, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { languageName } from '../../shared/language-name'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useStore } from '../../shared/use-store'
import classes from './past.module.css'
import { useReplayData } from './player/replay-context'

/** What the meeting is: its title, which a click changes, its date, length, how many speak and in which languages. */
export function MeetingLead({ session }: { session: PastSession }) {
  const { detail } = useStore(session)
  const { transcript, speakers, isComplete } = useReplayData(session.replay)
  const [isEditing, setEditing] = useState(false)
  if (!detail) return null
  const known = speakers.filter(({ kind }) => kind !== 'unknown').length
  const facts = [
    new Date(detail.start).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
    detail.duration ? shortClockText(detail.duration) : '',
    isComplete && known > 0 ? `${known} ${known === 1 ? 'speaker' : 'speakers'}` : '',
    isComplete && transcript ? spokenLanguages(transcript).map(languageName).join(', ') : '',
  ].filter(Boolean)
  return (
    <div className={classes.lead}>
      {isEditing ? (
        <TitleField title={detail.title} session={session} onDone={() => setEditing(false)} />
      ) : (
        <UnstyledButton
          className={classes.name}
          title="Rename this meeting"
          aria-label={`${detail.title || 'Untitled'}: rename this meeting`}
          onClick={() => setEditing(true)}
        >
          <span className={classes.nameText} data-testid="meeting-title">
            {detail.title || 'Untitled'}
          </span>
          <IconPencil size={14} aria-hidden />
        </UnstyledButton>
      )}
      <span className={classes.facts}>{facts.join(' · ')}</span>
    </div>
  )
}

interface FieldProps {
  title: string
  session: PastSession
  onDone: () => void
}

/** Enter and leaving it save, Esc does not. */
function TitleField({ title, session, onDone }: FieldProps) {
  const [value, setValue] = useState(title)
  const rename = useRemoteCall(async () => {
    if (value.trim() !== title) await session.rename(value.trim())
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
