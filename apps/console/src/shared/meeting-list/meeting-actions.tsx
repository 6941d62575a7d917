import type { Action } from '@livetap/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconForms, IconPencil, IconTags, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { meetingLinks } from '../meeting-links'
import { mayTo, useUser } from '../session/session-context'
import type { MeetingRow } from './meeting-rows'

interface Props {
  row: MeetingRow
  tabIndex: number
  onPick: ((meetingId: string) => void) | undefined
  /** Absent where tags are not shown. */
  onTags?: () => void
  onRename: (row: MeetingRow) => void
  onDelete: (row: MeetingRow) => void
}

/** What can be done with a meeting without opening it. */
export function MeetingActions({ row, tabIndex, onPick, onTags, onRename, onDelete }: Props) {
  const { meetingId, title, startMs, state } = row
  const user = useUser()
  const mayDo = (action: Action) => mayTo(user, row.may, action)
  // Opened here, and not in the server's list: nothing is known of it.
  if (startMs === null) return null
  const links = meetingLinks(meetingId, startMs, mayDo)
  const [mayRename, mayDelete] = [mayDo('meeting.edit'), mayDo('meeting.delete')]
  if (!onPick && !mayRename && !mayDelete && links.length === 0) return null
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
        {mayRename && (
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => onRename(row)}>
            Rename
          </Menu.Item>
        )}
        {mayRename && onTags && (
          <Menu.Item leftSection={<IconTags size={14} />} onClick={onTags}>
            Edit tags
          </Menu.Item>
        )}
        {links.map(({ to, label, Icon }) => (
          <Menu.Item key={label} leftSection={<Icon size={14} />} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
        {mayDelete && (
          <>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={14} />}
              disabled={state === 'live'}
              onClick={() => onDelete(row)}
            >
              {state === 'live' ? 'Delete (it is running)' : 'Delete'}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
