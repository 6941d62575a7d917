import { routes, texts } from '@livetap/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDevices, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router'

interface Props {
  userName: string
  onLogout: () => void
}

/** What the top bar has no room for in a narrow window. */
export function AccountMenu({ userName, onLogout }: Props) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Account">
          <IconUserCircle size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label data-testid="user-label">{userName}</Menu.Label>
        <Menu.Item component={Link} to={routes.account} leftSection={<IconDevices size={16} />}>
          Sessions and API keys
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={onLogout}>
          {texts.access.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
