import { texts } from '@livetap/contract'
import { Button } from '@mantine/core'
import { useToasts } from '../../shared/ui/toasts'

export function ShowMeetingId({ meetingId }: { meetingId: string }) {
  const toasts = useToasts()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(meetingId)
      toasts.success(texts.past.copiedMeetingId)
    } catch {
      toasts.error(`The clipboard refused; the meeting id is ${meetingId}`)
    }
  }
  return (
    <Button size="xs" variant="default" onClick={() => void copy()}>
      {texts.past.showMeetingId}
    </Button>
  )
}
