import { texts } from '@livetap/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Popover } from '../../popover/popover'
import { useToasts } from '../feedback/toasts'

/** Copies the id; where the browser refuses the clipboard, it is shown to be selected. */
export function ShowMeetingId({ meetingId }: { meetingId: string }) {
  const toasts = useToasts()
  const [isShown, setShown] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(meetingId)
      toasts.success(texts.past.copiedMeetingId)
    } catch {
      setShown(true)
    }
  }
  return (
    <Popover opened={isShown} onChange={setShown} position="bottom" withArrow>
      <Popover.Target>
        <Button size="xs" variant="default" onClick={() => void copy()}>
          {texts.past.showMeetingId}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <code>{meetingId}</code>
      </Popover.Dropdown>
    </Popover>
  )
}
