import { routes } from '@livetap/contract'
import { Button, Code } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { useScreenTitle } from '../shared/frame/use-screen-title'
import { EmptyState } from '../shared/ui/feedback/empty-state'

export function NotFoundScreen() {
  const { pathname } = useLocation()
  useScreenTitle('Page not found')
  return (
    <EmptyState
      title="Page not found"
      hint={
        <>
          Nothing lives at <Code>{pathname}</Code>. Check the address, or pick a mode on the start screen.
        </>
      }
      action={
        <Button size="xs" component={Link} to={routes.launcher}>
          Back to start
        </Button>
      }
    />
  )
}
