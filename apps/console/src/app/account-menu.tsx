import { texts } from '@livetap/contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'

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
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={onLogout}>
          {texts.access.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
