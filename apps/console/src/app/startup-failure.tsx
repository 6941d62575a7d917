import { Button } from '@mantine/core'
import { ErrorState } from '../shared/ui/feedback/error-state'
import classes from './app.module.css'
import type { StartupState, StartupStep } from './startup'
import { useStartup } from './startup-context'

const hints: Record<StartupStep, string> = {
  environment:
    'The server did not answer with its configuration. Check that it runs and can be reached, then try again.',
  authentication: 'The sign-on could not be reached. You are still signed in; try again in a moment.',
  user: 'You are signed in, but your account could not be read. Try again, or log out and sign in anew.',
}

export function StartupFailure({ state }: { state: Extract<StartupState, { phase: 'failed' }> }) {
  const startup = useStartup()
  return (
    <main className={classes.full}>
      <ErrorState
        title={state.title}
        error={state.error}
        hint={hints[state.step]}
        onRetry={() => void startup.retry()}
        extra={
          state.step === 'environment' ? undefined : (
            <Button size="xs" variant="default" onClick={() => void startup.logout()}>
              Logout
            </Button>
          )
        }
      />
    </main>
  )
}
