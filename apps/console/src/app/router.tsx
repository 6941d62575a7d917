import { type RouteName, routes } from '@livetap/contract'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadToasts } from '../shared/ui/feedback/toasts'
import { whenIdle } from '../shared/when-idle'
import { Frame } from './frame'
import { LoginScreen } from './login-screen'
import { NotFoundScreen } from './not-found-screen'
import { RequireUser } from './require-user'
import { ScreenBoundary } from './screen-boundary'
import { type LoadScreen, screens } from './screens'

function screenRoute(name: RouteName, load: LoadScreen): RouteObject {
  const lazy = async () => {
    const Component = await load()
    // Behind the screen, not before it.
    whenIdle(loadToasts)
    return { Component }
  }
  return { id: name, path: routes[name], lazy }
}

/** The frame stands alone for the moment that the first screen's code takes to arrive. */
function StillLoading() {
  return null
}

export function createRouter() {
  const behindSignIn = Object.entries(screens).map(([name, load]) => screenRoute(name as RouteName, load))
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
