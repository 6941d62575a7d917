import { type RouteName, routes, screenActions } from '@livetap/contract'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadToasts } from '../shared/ui/feedback/toasts'
import { whenIdle } from '../shared/when-idle'
import { Frame } from './frame'
import { Permitted } from './guards/permitted'
import { RequireUser } from './guards/require-user'
import { LoginScreen } from './login-screen'
import { NotFoundScreen } from './not-found-screen'
import { ScreenBoundary } from './screen-boundary'
import { type LoadScreen, loadInvitation, loadMeetingHub, meetingViews, screens } from './screens'

function screenRoute(name: RouteName, load: LoadScreen): RouteObject {
  const lazy = async () => {
    const Component = await load()
    // Behind the screen, not before it.
    whenIdle(loadToasts)
    return { Component }
  }
  const screen: RouteObject = { id: name, path: routes[name], lazy }
  return screenActions[name] ? { element: <Permitted screen={name} />, children: [screen] } : screen
}

/** The views of a meeting, between which what they share stays. The live view has nothing to replay: it shares with itself. */
function meetingRoute(children: RouteObject[]): RouteObject {
  return { lazy: async () => ({ Component: await loadMeetingHub() }), children }
}

function screenRoutes(): RouteObject[] {
  const routesOf = (isWanted: (name: RouteName) => boolean) =>
    Object.entries(screens).flatMap(([name, load]) =>
      isWanted(name as RouteName) ? [screenRoute(name as RouteName, load)] : [],
    )
  return [
    ...routesOf(name => !meetingViews.has(name)),
    meetingRoute(routesOf(name => name === 'live')),
    meetingRoute(routesOf(name => meetingViews.has(name) && name !== 'live')),
  ]
}

/** The frame stands alone for the moment that the first screen's code takes to arrive. */
function StillLoading() {
  return null
}

export function createRouter() {
  return createBrowserRouter([
    {
      element: <Frame />,
      children: [
        {
          errorElement: <ScreenBoundary />,
          children: [
            { id: 'login', path: routes.login, element: <LoginScreen /> },
            {
              id: 'invitation',
              path: routes.invitation,
              HydrateFallback: StillLoading,
              lazy: async () => ({ Component: await loadInvitation() }),
            },
            {
              element: <RequireUser />,
              HydrateFallback: StillLoading,
              children: [
                {
                  errorElement: <ScreenBoundary />,
                  children: [...screenRoutes(), { id: 'not-found', path: '*', element: <NotFoundScreen /> }],
                },
              ],
            },
          ],
        },
      ],
    },
  ])
}
