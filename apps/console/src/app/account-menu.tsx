import { routes, texts } from '@livetap/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconApi, IconDots, IconKeyboard, IconListSearch, IconLogout, IconServer } from '@tabler/icons-react'
import { Link } from 'react-router'
import { keyboardHelp } from '../shared/keys/keyboard-help-state'

interface Props {
  /** Absent while no one is signed in. */
  userName: string | undefined
  onLogout: () => void
}

/** What the top bar has no room for in a narrow window. */
export function AccountMenu({ userName, onLogout }: Props) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Account and help">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {userName !== undefined && <Menu.Label data-testid="user-label">{userName}</Menu.Label>}
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={keyboardHelp.open}>
          Keyboard shortcuts
        </Menu.Item>
        {userName !== undefined && (
          <>
            <Menu.Item leftSection={<IconServer size={16} />} component={Link} to={routes.system}>
              System
            </Menu.Item>
            <Menu.Item leftSection={<IconListSearch size={16} />} component={Link} to={routes.logs}>
              Logs
            </Menu.Item>
          </>
        )}
        {userName !== undefined && (
          <Menu.Item leftSection={<IconApi size={16} />} component={Link} to={routes.docs}>
            API documentation
          </Menu.Item>
        )}
        {userName !== undefined && (
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={onLogout}>
            {texts.access.logout}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
