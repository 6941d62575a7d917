import { texts } from '@livetap/contract'
import { Button, Popover } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { CopyableId } from '../../shared/ui/copyable-id'

export function TrackingIdButton({ trackingId }: { trackingId: string }) {
  return (
    <Popover position="bottom" withArrow trapFocus={false}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconFingerprint size={16} />}>
          {texts.asr.showTrackingId}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <CopyableId id={trackingId} label="tracking id" length={40} />
      </Popover.Dropdown>
    </Popover>
  )
}
