import type { LinkedAccount } from '@livetap/contract'
import { Button, Group, Text } from '@mantine/core'
import { formatDate } from '../../shared/time/format-date'
import { ShownOnce } from '../../shared/ui/lists/shown-once'

interface Props {
  account: LinkedAccount
  onClose: () => void
}

/** A link to hand on. The server keeps its hash alone: it cannot be shown again. */
export function OneTimeLink({ account: { email, link, url }, onClose }: Props) {
  return (
    <>
      <Text size="sm" mb="sm">
        Send this link to {email} by a way that only they read. Who opens it first sets the password.
      </Text>
      {url && (
        <ShownOnce
          label="link"
          value={url}
          hint={`Works once${link ? `, until ${formatDate(link.expires_at)}` : ''}. It is not shown again.`}
        />
      )}
      <Group justify="flex-end" mt="lg">
        <Button size="xs" variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </>
  )
}
