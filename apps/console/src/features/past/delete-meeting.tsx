import type { PastSession } from '@livetap/session'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import classes from './past.module.css'

/** Asks before everything of a meeting goes. */
export function DeleteMeeting({ session, onClose }: { session: PastSession; onClose: () => void }) {
  const { detail, isDeleting } = useSyncExternalStore(session.subscribe, session.getSnapshot)
  const remove = useRemoteCall(session.deleteMeeting)
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
      {remove.error && (
        <Text size="sm" mt="sm" className={classes.problem} role="alert">
          {remove.error.message}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button size="xs" variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button size="xs" color="red" loading={isDeleting} onClick={() => void remove.run()}>
          Delete meeting
        </Button>
      </Group>
    </Modal>
  )
}
