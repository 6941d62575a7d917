import type { PastSession } from '@livetap/session'
import { useSyncExternalStore } from 'react'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { DeleteMeetingDialog } from '../../shared/ui/meeting/delete-meeting-dialog'

export function DeleteMeeting({ session, onClose }: { session: PastSession; onClose: () => void }) {
  const { detail, isDeleting } = useSyncExternalStore(session.subscribe, session.getSnapshot)
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
