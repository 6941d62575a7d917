import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Refusal } from './refusal'

interface Props {
  /** A question: 'Disable this account?' */
  title: string
  /** What it takes away, and whether it comes back. */
  children: ReactNode
  /** What the red button does, in words. */
  action: string
  /** What the other one keeps. */
  keep?: string
  problem: string | undefined
  isRunning: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is taken away. */
export function ConfirmDialog(props: Props) {
  const { title, children, action, keep = 'Cancel', problem, isRunning, onConfirm, onClose } = props
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
      data-testid="confirm"
    >
      <Text size="sm" component="div">
        {children}
      </Text>
      <Refusal text={problem} />
      <Group justify="flex-end" mt="lg">
        <Button size="xs" variant="default" data-autofocus onClick={onClose}>
          {keep}
        </Button>
        <Button size="xs" color="red" loading={isRunning} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
