import { Kbd, Modal, Table } from '@mantine/core'
import { Fragment } from 'react'
import { useStore } from '../use-store'
import { shortcutRegistry } from './shortcut-registry'

const shown: Record<string, string> = {
  mod: navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
}

/** The keys that work on the screen behind it. */
export function KeyboardDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useStore(shortcutRegistry)
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {shortcuts.map(({ keys, label }) => (
            <Table.Tr key={`${keys} ${label}`}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="right">
                {[keys].flat().map((key, at) => (
                  <Fragment key={key}>
                    {at > 0 && ' or '}
                    <KeyNames combination={key} />
                  </Fragment>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}

function KeyNames({ combination }: { combination: string }) {
  const names = combination === '+' ? ['+'] : combination.split('+')
  return names.map(name => (
    <Kbd key={name} ml={4} size="sm">
      {shown[name] ?? (name.length === 1 ? name.toUpperCase() : name)}
    </Kbd>
  ))
}
