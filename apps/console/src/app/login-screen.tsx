import { routes, texts } from '@livetap/contract'
import { safeReturnPath } from '@livetap/session'
import { Button, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useScreenTitle } from '../shared/frame/use-screen-title'
import { ProductMark } from '../shared/ui/theme/product-mark'
import classes from './login-screen.module.css'
import { useStartup, useStartupState } from './startup-context'

/** Travels in the history entry of /login. */
export interface SignInRequest {
  returnTo: string
}

export function LoginScreen() {
  const startup = useStartup()
  const state = useStartupState()
  const location = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  useScreenTitle('Login')
  // Coming back with the browser's Back button may show the page as it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(false)
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  const wanted = (location.state as SignInRequest | null)?.returnTo ?? routes.launcher
  const returnTo = safeReturnPath(wanted, window.location.origin)
  if (state.phase === 'ready') return <Navigate to={returnTo} replace />

  const signIn = () => {
    setLeaving(true)
    startup.login(returnTo).catch(() => setLeaving(false))
  }
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <ProductMark size={40} />
        <Title order={1}>Livetap</Title>
        <Text c="dimmed">Live and past meeting transcription</Text>
        <Button fullWidth onClick={signIn} disabled={isLeaving}>
          {isLeaving ? texts.access.loginInProgress : texts.access.login}
        </Button>
        {returnTo !== routes.launcher && (
          <Text size="xs" c="dimmed" className={classes.wanted}>
            Afterwards you go on to <span className="mono">{returnTo}</span>
          </Text>
        )}
      </div>
    </div>
  )
}
