import type { PastSession } from '@livetap/session'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'

/** Asks before everything of a meeting goes. */
export function DeleteMeeting({ session, onClose }: { session: PastSession; onClose: () => void }) {
  const { detail, isDeleting } = useSyncExternalStore(session.subscribe, session.getSnapshot)
  const remove = async () => {
    if (!(await session.deleteMeeting())) onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Delete this meeting?"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        {detail?.title ? `“${detail.title}”` : 'The meeting'}: its recording, transcript with all corrections,
        highlights and training data are deleted for everyone. This cannot be undone.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button size="xs" variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button size="xs" color="red" loading={isDeleting} onClick={() => void remove()}>
          Delete meeting
        </Button>
      </Group>
    </Modal>
  )
}
