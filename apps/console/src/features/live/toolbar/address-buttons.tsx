import { listeningPath, texts } from '@livetap/contract'
import type { HotwordClient } from '@livetap/session'
import { Button, CopyButton, Text } from '@mantine/core'
import { IconCheck, IconFingerprint, IconPlugConnected, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { Popover } from '../../../shared/popover/popover'
import { CopyableId } from '../../../shared/ui/lists/copyable-id'
import { useStore } from '../../../shared/use-store'
import classes from '../live.module.css'

export function MeetingIdButton({ meetingId }: { meetingId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" withArrow>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFingerprint size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.live.showMeetingId}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <CopyableId id={meetingId} label="meeting id" length={60} />
      </Popover.Dropdown>
    </Popover>
  )
}

export function AddressButton({ client }: { client: HotwordClient }) {
  const { address } = useStore(client)
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom" withArrow width={360}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlugConnected size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.live.showWebSocketUrl}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <code className={classes.address}>{address || 'Not known yet'}</code>
        <Text size="xs" c="dimmed" mt={8}>
          The ticket in it opens one connection and is not shown.
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Leads to the same meeting without a microphone: who follows the link listens first. */
export function ShareButton({ meetingId }: { meetingId: string }) {
  return (
    <CopyButton value={`${window.location.origin}${listeningPath(meetingId)}`} timeout={1500}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          className={classes.share}
          leftSection={copied ? <IconCheck size={16} /> : <IconShare size={16} />}
          onClick={copy}
        >
          {copied ? 'Copied' : 'Share'}
        </Button>
      )}
    </CopyButton>
  )
}
