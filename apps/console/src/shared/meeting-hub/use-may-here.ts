import type { Action } from '@livetap/contract'
import type { MeetingHub } from '@livetap/session'
import { useEffect, useState } from 'react'
import { may, mayTo, useIsEmbedded, useUser } from '../session/session-context'
import { useStore } from '../use-store'
import { useMeetingHub } from './hub-context'

/**
 * Says whether the user may do something to the open meeting. Until its record is there those are offered everything
 * whose role gives it with nearly every meeting, so that no control comes late for them.
 */
export function useMayIn(hub: MeetingHub | undefined): (action: Action) => boolean {
  const user = useUser()
  const isTrusted = useIsTrusted()
  const granted = useStore(hub?.record, record => record?.detail?.may)
  const isKnown = useStore(hub?.record, record => record?.detail !== undefined)
  return action => (isKnown || isTrusted ? mayTo(user, granted, action) : mayTo(user, [], action))
}

function useIsTrusted(): boolean {
  const { role } = useUser()
  return !useIsEmbedded('partner') || role === undefined || role === 'admin' || role === 'operator'
}

export const useMayHere = (action: Action): boolean => useMayIn(useMeetingHub())(action)

/** Whether the record of the open meeting says that the user may not do this; false while nothing is known. */
export function useRefusedHere(hub: MeetingHub | undefined, action: Action | undefined): boolean {
  const user = useUser()
  const granted = useStore(hub?.record, record => record?.detail?.may)
  return action !== undefined && granted !== undefined && may(user, action) && !mayTo(user, granted, action)
}

/** Whether what the user may do to the open meeting is known, or does not become known. */
export function useIsAnswered(hub: MeetingHub | undefined): boolean {
  const isTrusted = useIsTrusted()
  const [answered, setAnswered] = useState<MeetingHub>()
  useEffect(() => {
    let isOpen = true
    void hub?.record.refresh().then(() => isOpen && setAnswered(hub))
    return () => {
      isOpen = false
    }
  }, [hub])
  return isTrusted || (hub !== undefined && answered === hub)
}
