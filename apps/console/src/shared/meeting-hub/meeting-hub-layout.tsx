import { type RouteName, screenActions } from '@livetap/contract'
import { useEffect, useMemo } from 'react'
import { Outlet, useMatches } from 'react-router'
import { frameStore } from '../frame/frame-store'
import { SharedHeadingContext } from '../frame/screen-heading'
import { NotAllowed } from '../ui/feedback/not-allowed'
import { useStore } from '../use-store'
import { HubContext } from './hub-context'
import { HubKeys } from './hub-keys'
import { HubPlayBar } from './hub-play-bar'
import { MeetingHeading } from './meeting-heading'
import { MeetingViews } from './meeting-views'
import { useHub } from './use-hub'
import { useRefusedHere } from './use-may-here'

/** Around the views of one meeting: what they share stays while one gives way to another. */
export function MeetingHubLayout() {
  const hub = useHub()
  const current = useMatches().at(-1)?.id
  const action = current === undefined ? undefined : screenActions[current as RouteName]
  const isRefused = useRefusedHere(hub, action)
  const owner = useStore(hub?.record, record => record?.detail?.host)
  const title = useStore(hub?.record, record => record?.detail?.title)
  useEffect(() => (title ? frameStore.showSubject(title) : undefined), [title])
  const heading = useMemo(
    () =>
      hub && {
        heading: <MeetingHeading hub={hub} />,
        views: <MeetingViews hub={hub} current={current} />,
      },
    [hub, current],
  )
  return (
    <HubContext value={hub}>
      <SharedHeadingContext value={heading}>
        {isRefused && action ? <NotAllowed action={action} owner={owner} /> : <Outlet />}
      </SharedHeadingContext>
      {hub && <HubKeys hub={hub} current={current} />}
      {hub && current !== 'past' && <HubPlayBar hub={hub} />}
    </HubContext>
  )
}
