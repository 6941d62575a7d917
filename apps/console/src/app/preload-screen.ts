import { type RouteName, routes } from '@livetap/contract'
import { matchPath } from 'react-router'
import { loadMeetingHub, meetingViews, screens } from './screens'

/** Begins to load the code of the screen at an address, beside the startup's own calls; the router asks for it later. */
export function preloadScreen(pathname: string): void {
  for (const [name, load] of Object.entries(screens)) {
    if (!matchPath(routes[name as RouteName], pathname)) continue
    // A failure shows when the router asks.
    load().catch(() => {})
    if (meetingViews.has(name as RouteName)) loadMeetingHub().catch(() => {})
    return
  }
}
