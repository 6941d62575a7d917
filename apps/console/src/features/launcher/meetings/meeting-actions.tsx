import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconForms, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { meetingLinks } from '../../../shared/meeting-links'
import type { MeetingRow } from './meeting-rows'

interface Props {
  row: MeetingRow
  tabIndex: number
  onPick: ((meetingId: string) => void) | undefined
  onRename: (row: MeetingRow) => void
  onDelete: (row: MeetingRow) => void
}

/** What can be done with a meeting without opening it. */
export function MeetingActions({ row, tabIndex, onPick, onRename, onDelete }: Props) {
  const { meetingId, title, startMs, state } = row
  // Opened here, and not in the server's list: nothing is known of it.
  if (startMs === null) return null
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          tabIndex={tabIndex}
          aria-label={`Actions for ${title || meetingId}`}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onPick && (
          <Menu.Item leftSection={<IconForms size={14} />} onClick={() => onPick(meetingId)}>
            Put its id into the form
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => onRename(row)}>
          Rename
        </Menu.Item>
        {meetingLinks(meetingId, startMs).map(({ to, label, Icon }) => (
          <Menu.Item key={label} leftSection={<Icon size={14} />} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={14} />}
          disabled={state === 'live'}
          onClick={() => onDelete(row)}
        >
          {state === 'live' ? 'Delete (it is running)' : 'Delete'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
