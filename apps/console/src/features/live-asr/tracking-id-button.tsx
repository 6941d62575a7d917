import { texts } from '@livetap/contract'
import { IconFingerprint } from '@tabler/icons-react'
import { PopoverButton } from '../../shared/popover/popover-button'
import { CopyableId } from '../../shared/ui/lists/copyable-id'

export function TrackingIdButton({ trackingId }: { trackingId: string }) {
  return (
    <PopoverButton label={texts.asr.showTrackingId} Icon={IconFingerprint}>
      <CopyableId id={trackingId} label="tracking id" length={40} />
    </PopoverButton>
  )
}
