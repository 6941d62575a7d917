import { type Account, counted, type LinkedAccount } from '@livetap/contract'
import { changeAccount, endAccountSessions, linkAccount } from '@livetap/contract/calls/accounts'
import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { ConfirmDialog } from '../../shared/ui/feedback/confirm-dialog'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { useToasts } from '../../shared/ui/feedback/toasts'
import classes from './accounts.module.css'
import { OneTimeLink } from './one-time-link'

type Asked = 'link' | 'end' | 'disable'

interface Props {
  account: Account
  onChanged: () => void
}

/** What takes something away asks first. */
export function AccountActions({ account, onChanged }: Props) {
  const { id, email, state, sessions, link } = account
  const api = useApi()
  const toasts = useToasts()
  const [asked, setAsked] = useState<Asked>()
  const [linked, setLinked] = useState<LinkedAccount>()
  const params = { id }
  const run = useRemoteCall(async (signal, what: Asked | 'enable') => {
    if (what === 'link') return await api.call(linkAccount, { params }, { signal })
    if (what === 'end') return await api.send(endAccountSessions, { params }, { signal })
    return await api.call(changeAccount, { params, body: { disabled: what === 'disable' } }, { signal })
  })
  const start = async (what: Asked | 'enable') => {
    const outcome = await run.run(what)
    if (outcome.phase !== 'success') return
    setAsked(undefined)
    if (what === 'link') setLinked(outcome.data as LinkedAccount)
    else toasts.success(`${email} ${done[what]}`)
    onChanged()
  }
  const ask = (what: Asked) => {
    run.reset()
    setAsked(what)
  }
  const linkName = state === 'invited' ? 'Another invitation' : 'Reset the password'
  return (
    <div className={classes.actions}>
      {state !== 'disabled' && (
        <Button
          size="xs"
          variant="default"
          loading={run.loading && asked === undefined}
          // Nothing is lost where no link is open.
          onClick={() => (link ? ask('link') : void start('link'))}
        >
          {linkName}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={sessions === 0} onClick={() => ask('end')}>
        End sessions
      </Button>
      {state === 'disabled' ? (
        <Button size="xs" variant="default" loading={run.loading} onClick={() => void start('enable')}>
          Enable
        </Button>
      ) : (
        <Button size="xs" variant="light" color="red" onClick={() => ask('disable')}>
          Disable
        </Button>
      )}
      {!asked && <Refusal text={run.error?.message} />}
      {asked && (
        <ConfirmDialog
          {...question(asked, account)}
          problem={run.error?.message}
          isRunning={run.loading}
          onConfirm={() => void start(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {linked && (
        <Modal
          opened
          onClose={() => setLinked(undefined)}
          title={linked.link?.kind === 'invitation' ? `${email} is invited` : `Another password for ${email}`}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <OneTimeLink account={linked} onClose={() => setLinked(undefined)} />
        </Modal>
      )}
    </div>
  )
}

const done = {
  end: 'is signed out everywhere',
  disable: 'is disabled and signed out',
  enable: 'is enabled',
} as const

function question(
  asked: Asked,
  { email, sessions }: Account,
): { title: string; children: ReactNode; action: string } {
  if (asked === 'link')
    return {
      title: 'Replace the open link?',
      children: `The link that was made for ${email} before opens nothing any more.`,
      action: 'Replace it',
    }
  if (asked === 'end')
    return {
      title: 'End all sessions?',
      children: `${email} is signed out on every device (${counted(sessions, 'session')}) within seconds; running calls of theirs close. Signing in again is possible at once.`,
      action: 'End sessions',
    }
  return {
    title: 'Disable this account?',
    children: `${email} is signed out everywhere within seconds and cannot sign in, and API keys of this account do not work, until it is enabled again. Meetings stay.`,
    action: 'Disable account',
  }
}
