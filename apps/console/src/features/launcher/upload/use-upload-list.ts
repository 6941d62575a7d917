import { fillRoute, routes } from '@livetap/contract'
import { UploadList } from '@livetap/session'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useApi, useUser } from '../../../shared/session/session-context'
import { useToasts } from '../../../shared/ui/feedback/toasts'

/** What was uploaded from this browser, followed as long as the launcher is open. */
export function useUploadList(): UploadList {
  const api = useApi()
  const user = useUser()
  const toasts = useToasts()
  const navigate = useNavigate()
  const list = useMemo(
    () =>
      new UploadList({
        storage: window.localStorage,
        key: `livetap.uploads.${user.id}`,
        detail: async (id, signal) => {
          const { getMeeting } = await import('@livetap/contract/calls/meetings')
          return api.call(getMeeting, { params: { id } }, { signal })
        },
        onReady: ({ meetingId, fileName }) =>
          toasts.success(`${fileName} is ready`, {
            label: 'Open',
            run: () => void navigate(fillRoute(routes.past, { meeting_id: meetingId })),
          }),
        // Its line says why.
        onFailed: () => {},
      }),
    [api, user.id, toasts, navigate],
  )
  useEffect(() => list.watch(), [list])
  return list
}
