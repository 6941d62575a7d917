import { listeningPath, texts } from '@livetap/contract'
import type { HotwordClient } from '@livetap/session'
import { Button, CopyButton, Text } from '@mantine/core'
import { IconCheck, IconFingerprint, IconPlugConnected, IconShare } from '@tabler/icons-react'
import { PopoverButton } from '../../../shared/popover/popover-button'
import { CopyableId } from '../../../shared/ui/lists/copyable-id'
import { useStore } from '../../../shared/use-store'
import classes from '../live.module.css'

export function MeetingIdButton({ meetingId }: { meetingId: string }) {
  return (
    <PopoverButton label={texts.live.showMeetingId} Icon={IconFingerprint}>
      <CopyableId id={meetingId} label="meeting id" length={60} />
    </PopoverButton>
  )
}

export function AddressButton({ client }: { client: HotwordClient }) {
  const { address } = useStore(client)
  return (
    <PopoverButton label={texts.live.showWebSocketUrl} Icon={IconPlugConnected} width={360}>
      <code className={classes.address}>{address || 'Not known yet'}</code>
      <Text size="xs" c="dimmed" mt={8}>
        The ticket in it opens one connection and is not shown.
      </Text>
    </PopoverButton>
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
