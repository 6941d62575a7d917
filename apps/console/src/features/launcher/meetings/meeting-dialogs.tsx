import { deleteMeeting, renameMeeting } from '@livetap/contract/endpoints/meetings'
import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { forgetMeeting } from '../../../shared/recent-meetings'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useApi, useUser } from '../../../shared/session/session-context'
import type { MeetingRow } from './meeting-rows'

interface Props {
  row: MeetingRow
  onClose: () => void
  onDone: () => void
}

const MAX_TITLE = 300

export function RenameMeeting({ row, onClose, onDone }: Props) {
  const api = useApi()
  const [title, setTitle] = useState(row.title)
  const rename = useRemoteCall(signal =>
    api.call(renameMeeting, { params: { id: row.meetingId }, body: { title: title.trim() } }, { signal }),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await rename.run()).phase === 'success') onDone()
  }
  return (
    <Modal opened onClose={onClose} title="Rename the meeting" size="sm" closeButtonProps={closeLabel}>
      <form onSubmit={event => void submit(event)}>
        <TextInput
          label="Title"
          data-autofocus
          maxLength={MAX_TITLE}
          value={title}
          error={rename.error?.message}
          onChange={event => setTitle(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={rename.loading} disabled={title.trim() === ''}>
            Rename
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

export function DeleteMeeting({ row, onClose, onDone }: Props) {
  const api = useApi()
  const user = useUser()
  const remove = useRemoteCall(signal =>
    api.send(deleteMeeting, { params: { id: row.meetingId } }, { signal }),
  )
  const run = async () => {
    if ((await remove.run()).phase !== 'success') return
    forgetMeeting(user.id, row.meetingId)
    onDone()
  }
  return (
    <Modal opened onClose={onClose} title="Delete this meeting?" size="sm" closeButtonProps={closeLabel}>
      <Text size="sm">
        {row.title ? `“${row.title}”` : 'The meeting'}: its recording, transcript with all corrections,
        highlights and training data are deleted for everyone. This cannot be undone.
      </Text>
      {remove.error && (
        <Text size="sm" mt="sm" c="red" role="alert">
          {remove.error.message}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button size="xs" variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button size="xs" color="red" loading={remove.loading} onClick={() => void run()}>
          Delete meeting
        </Button>
      </Group>
    </Modal>
  )
}

const closeLabel = { 'aria-label': 'Close' }
