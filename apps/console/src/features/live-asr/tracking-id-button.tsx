import { texts } from '@livetap/contract'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { Popover } from '../../shared/popover/popover'
import { CopyableId } from '../../shared/ui/lists/copyable-id'

export function TrackingIdButton({ trackingId }: { trackingId: string }) {
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
          {texts.asr.showTrackingId}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <CopyableId id={trackingId} label="tracking id" length={40} />
      </Popover.Dropdown>
    </Popover>
  )
}
