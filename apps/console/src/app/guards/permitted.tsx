import { type RouteName, screenActions } from '@livetap/contract'
import { Outlet } from 'react-router'
import { useMay } from '../../shared/session/session-context'
import { NotAllowed } from '../../shared/ui/feedback/not-allowed'

/** A screen that is opened by its address without the right to it says who may. */
export function Permitted({ screen }: { screen: RouteName }) {
  const action = screenActions[screen]
  const isAllowed = useMay(action)
  if (isAllowed || action === undefined) return <Outlet />
  return <NotAllowed action={action} />
}
