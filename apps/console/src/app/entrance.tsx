import { useState } from 'react'
import { RouterProvider } from 'react-router'
import { LoadingMessage } from '../shared/ui/feedback/loading-message'
import classes from './app.module.css'
import { createRouter } from './router'
import { waitingTexts } from './startup'
import { useStartupState } from './startup-context'
import { StartupFailure } from './startup-failure'

/** Until the app is ready there is only a message; then the router takes over. */
export function Entrance() {
  const state = useStartupState()
  if (state.phase === 'waiting')
    return (
      <main className={classes.full}>
        <LoadingMessage message={waitingTexts[state.step]} />
      </main>
    )
  if (state.phase === 'failed') return <StartupFailure state={state} />
  return <Routed />
}

/** The router reads the address when it is made, so it is made only after a sign-in answer is out of it. */
function Routed() {
  const [router] = useState(createRouter)
  return <RouterProvider router={router} />
}
