import type { PastSession } from '@livetap/session'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { DeleteMeetingDialog } from '../../shared/ui/meeting/delete-meeting-dialog'
import { useStore } from '../../shared/use-store'

export function DeleteMeeting({ session, onClose }: { session: PastSession; onClose: () => void }) {
  const { detail, isDeleting } = useStore(session)
  const remove = useRemoteCall(session.deleteMeeting)
  return (
    <DeleteMeetingDialog
      title={detail?.title}
      problem={remove.error?.message}
      isDeleting={isDeleting}
      onDelete={() => void remove.run()}
      onClose={onClose}
    />
  )
}
