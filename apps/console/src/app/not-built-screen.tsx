import { routes } from '@livetap/contract'
import { Button, Code } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { useScreenTitle } from '../shared/frame/use-screen-title'
import { EmptyState } from '../shared/ui/empty-state'

/** Stands where a screen will be; says so, and what it will be. */
export function NotBuiltScreen({ title, purpose }: { title: string; purpose: string }) {
  const { pathname } = useLocation()
  useScreenTitle(title)
  return (
    <EmptyState
      title={`${title}: not built yet`}
      hint={
        <>
          {purpose} The address <Code>{pathname}</Code> is right and will keep working; the screen behind it
          is still to come.
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
