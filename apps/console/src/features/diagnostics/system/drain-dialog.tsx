import { counted, type SystemNode, texts } from '@livetap/contract'
import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { lastFor } from './last-node'

interface Props {
  node: SystemNode
  nodes: readonly SystemNode[]
  onDrain: () => void
  onClose: () => void
}

/** Asks before a node takes no more work; the last one that takes some is drained only by typing its name. */
export function DrainDialog({ node, nodes, onDrain, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const work = lastFor(node, nodes).join(' and ')
  const running = `${counted(node.calls, 'call')}, ${counted(node.recordings, 'recording')}`
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.system.drainTitle(node.pod)}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">{texts.system.drainMeans(running)}</Text>
      {work && (
        <>
          <Text size="sm" fw={600} mt="sm" role="alert">
            {texts.system.drainsLast(work)}
          </Text>
          <TextInput
            size="sm"
            mt="sm"
            label={texts.system.drainLast(node.pod)}
            spellCheck={false}
            autoComplete="off"
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
          />
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button size="xs" variant="default" data-autofocus onClick={onClose}>
          {texts.system.keepWorking}
        </Button>
        <Button size="xs" color="red" disabled={work !== '' && typed.trim() !== node.pod} onClick={onDrain}>
          {texts.system.drain}
        </Button>
      </Group>
    </Modal>
  )
}
