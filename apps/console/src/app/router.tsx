import { type RouteName, routes } from '@livetap/contract'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { Frame } from './frame'
import { LoginScreen } from './login-screen'
import { NotBuiltScreen } from './not-built-screen'
import { NotFoundScreen } from './not-found-screen'
import { RequireUser } from './require-user'
import { ScreenBoundary } from './screen-boundary'
import { type ScreenEntry, screens } from './screens'

function screenRoute(name: RouteName, { title, purpose, load }: ScreenEntry): RouteObject {
  return {
    id: name,
    path: routes[name],
    ...(load
      ? { lazy: async () => ({ Component: await load() }) }
      : { element: <NotBuiltScreen title={title} purpose={purpose} /> }),
  }
}

/** The frame stands alone for the moment that the first screen's code takes to arrive. */
function StillLoading() {
  return null
}

export function createRouter() {
  const behindSignIn = Object.entries(screens).map(([name, entry]) => screenRoute(name as RouteName, entry))
  return createBrowserRouter([
    {
      element: <Frame />,
      children: [
        {
          errorElement: <ScreenBoundary />,
          children: [
            { id: 'login', path: routes.login, element: <LoginScreen /> },
            {
              element: <RequireUser />,
              HydrateFallback: StillLoading,
              children: [
                {
                  errorElement: <ScreenBoundary />,
                  children: [...behindSignIn, { id: 'not-found', path: '*', element: <NotFoundScreen /> }],
                },
              ],
            },
          ],
        },
      ],
    },
  ])
}
