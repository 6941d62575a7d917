import { MIN_PASSWORD_LENGTH, type OpenedAccountLink, routes } from '@livetap/contract'
import { acceptAccountLink, openAccountLink } from '@livetap/contract/calls/accounts'
import { Button, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useRemoteLoad } from '../../shared/remote/use-remote-load'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { ProductMark } from '../../shared/ui/theme/product-mark'
import login from '../login-screen.module.css'
import { useStartup, useStartupState } from '../startup-context'
import classes from './invitation.module.css'

/** What a one-time link opens, signed in or not: the token is behind the `#`, which the browser sends to no server. */
export function InvitationScreen() {
  const startup = useStartup()
  const { hash } = useLocation()
  const token = hash.slice(1)
  useScreenTitle('Invitation')
  const { data, error, reload } = useRemoteLoad(
    async signal =>
      token === '' ? undefined : await startup.api.call(openAccountLink, { body: { token } }, { signal }),
    [token],
  )
  return (
    <div className={login.page}>
      <div className={login.card}>
        <ProductMark size={40} />
        {token === '' ? (
          <EmptyState
            title="This link is incomplete"
            hint="Open it again as you got it, with all that stands behind the #."
          />
        ) : error ? (
          <ErrorState
            title="This link does not work"
            error={error}
            hint="Ask an admin of this installation for another one."
            onRetry={reload}
          />
        ) : !data ? (
          <LoadingMessage message="Opening the link..." />
        ) : (
          <PasswordForm key={token} token={token} link={data} />
        )}
      </div>
    </div>
  )
}

function PasswordForm({ token, link }: { token: string; link: OpenedAccountLink }) {
  const startup = useStartup()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const accept = useRemoteCall(signal =>
    startup.api.call(acceptAccountLink, { body: { token, password } }, { signal }),
  )
  if (accept.phase === 'success') return <Accepted email={link.email} />
  const isShort = password.length < MIN_PASSWORD_LENGTH
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void accept.run()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Title order={1} size="h3">
        {link.kind === 'invitation' ? 'Welcome to Livetap' : 'Another password'}
      </Title>
      <Text size="sm">
        {link.kind === 'invitation' ? 'You sign in as' : 'It is for'} <strong>{link.email}</strong>.
      </Text>
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <TextInput
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        autoFocus
        description={`At least ${MIN_PASSWORD_LENGTH} characters`}
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
      />
      <TextInput
        label="Password again"
        type="password"
        autoComplete="new-password"
        required
        error={again !== '' && again !== password && !isShort ? 'It is not the same' : undefined}
        value={again}
        onChange={event => setAgain(event.currentTarget.value)}
      />
      <Refusal text={accept.error?.message} />
      <Button fullWidth type="submit" loading={accept.loading} disabled={isShort || again !== password}>
        Set the password
      </Button>
    </form>
  )
}

function Accepted({ email }: { email: string }) {
  const startup = useStartup()
  const navigate = useNavigate()
  const state = useStartupState()
  const other = state.phase === 'ready' ? state.user.userName : undefined
  const signIn = async () => {
    if (other !== undefined) await startup.logout()
    // The address without the token.
    await navigate(routes.login, { replace: true })
  }
  return (
    <EmptyState
      title="Your password is set"
      hint={
        other === undefined
          ? `Sign in as ${email} with it.`
          : `This browser is signed in as ${other}: it is signed out before you sign in as ${email}.`
      }
      action={
        <Button size="xs" onClick={() => void signIn()}>
          Go to sign-in
        </Button>
      }
    />
  )
}
