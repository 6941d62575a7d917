import { deleteMeeting, renameMeeting } from '@livetap/contract/calls/meetings'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { forgetMeeting } from '../recent-meetings'
import { useRemoteCall } from '../remote/use-remote-call'
import { useApi, useUser } from '../session/session-context'
import { DeleteMeetingDialog } from '../ui/meeting/delete-meeting-dialog'
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
    <Modal
      opened
      onClose={onClose}
      title="Rename the meeting"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
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
    <DeleteMeetingDialog
      title={row.title}
      problem={remove.error?.message}
      isDeleting={remove.loading}
      onDelete={() => void run()}
      onClose={onClose}
    />
  )
}
