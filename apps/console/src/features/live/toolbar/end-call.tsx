import { type LiveMeeting, peopleOf } from '@livetap/session'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useStore } from '../../../shared/use-store'

interface Props {
  live: LiveMeeting
  onLeave: () => void
  onEnd: () => void
  onClose: () => void
}

/** Asks before a call ends for others too. */
export function EndCall({ live, onLeave, onEnd, onClose }: Props) {
  const others = peopleOf(useStore(live)).filter(({ isYou }) => !isYou)
  return (
    <Modal
      opened
      onClose={onClose}
      title="End the call for everyone?"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">{who(others.map(({ name }) => name))} Leave lets the meeting go on without you.</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button size="xs" variant="default" data-autofocus onClick={onClose}>
          Stay
        </Button>
        <Button size="xs" variant="default" onClick={onLeave}>
          Leave
        </Button>
        <Button size="xs" color="red" onClick={onEnd}>
          End for everyone
        </Button>
      </Group>
    </Modal>
  )
}

function who(names: readonly string[]): string {
  const [first, ...rest] = names
  if (!first) return 'No other client is connected.'
  if (rest.length === 0) return `${first} is still connected.`
  return `${first} and ${rest.length} ${rest.length === 1 ? 'other' : 'others'} are still connected.`
}
