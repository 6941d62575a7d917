import { Button, Group, Modal, Text } from '@mantine/core'
import { Refusal } from '../feedback/refusal'

interface Props {
  title: string | undefined
  problem: string | undefined
  isDeleting: boolean
  onDelete: () => void
  onClose: () => void
}

/** Asks before everything of a meeting goes. */
export function DeleteMeetingDialog({ title, problem, isDeleting, onDelete, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Delete this meeting?"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        {title ? `“${title}”` : 'The meeting'}: its recording, transcript with all corrections, highlights and
        training data are deleted for everyone. This cannot be undone.
      </Text>
      <Refusal text={problem} />
      <Group justify="flex-end" mt="lg">
        <Button size="xs" variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button size="xs" color="red" loading={isDeleting} onClick={onDelete}>
          Delete meeting
        </Button>
      </Group>
    </Modal>
  )
}
