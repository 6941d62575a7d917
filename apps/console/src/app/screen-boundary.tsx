import { routes } from '@livetap/contract'
import { Button } from '@mantine/core'
import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { useScreenTitle } from '../shared/frame/use-screen-title'
import { ErrorState } from '../shared/ui/feedback/error-state'
import { NotFoundScreen } from './not-found-screen'

/** A screen that failed leaves the frame standing. */
export function ScreenBoundary() {
  const thrown = useRouteError()
  const isMissing = isRouteErrorResponse(thrown) && thrown.status === 404
  return isMissing ? <NotFoundScreen /> : <ScreenFailure thrown={thrown} />
}

function ScreenFailure({ thrown }: { thrown: unknown }) {
  useScreenTitle('Screen failed')
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  // A new release replaces the files of the old one: a tab that was open since then cannot load them.
  const isStale = /dynamically imported module|module script/i.test(error.message)
  return (
    <ErrorState
      title={isStale ? 'This screen could not be loaded' : 'This screen failed'}
      error={error}
      hint={
        isStale
          ? 'The server may be out of reach, or was updated since this page was opened. Load the page again.'
          : 'Nothing on the server was changed by this. Load the page again, or go back to the start.'
      }
      extra={
        <>
          <Button size="xs" onClick={() => window.location.reload()}>
            Load again
          </Button>
          <Button size="xs" variant="default" component={Link} to={routes.launcher}>
            Back to start
          </Button>
        </>
      }
    />
  )
}
