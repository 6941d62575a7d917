import { listShares } from '@livetap/contract/calls/access'
import type { MeetingHub } from '@livetap/session'
import { useRemoteLoad } from '../../remote/use-remote-load'
import { useApi } from '../../session/session-context'

/** Whose the meeting is, and with whom it is shared; `changed` asks again, for the meeting's header too. */
export function useShares(hub: MeetingHub) {
  const api = useApi()
  const { data, error, reload } = useRemoteLoad(
    signal => api.call(listShares, { params: { id: hub.meetingId } }, { signal }),
    [api, hub],
  )
  const changed = () => {
    reload()
    void hub.record.refresh()
  }
  return { data, error, reload, changed }
}
