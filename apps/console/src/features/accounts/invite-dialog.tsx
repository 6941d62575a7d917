import type { LinkedAccount, ManagedTeam, Role } from '@livetap/contract'
import { createAccount } from '@livetap/contract/calls/accounts'
import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { roleChoices } from './account-text'
import classes from './accounts.module.css'
import { OneTimeLink } from './one-time-link'
import { TeamField } from './team-field'

interface Props {
  teams: readonly ManagedTeam[]
  onInvited: () => void
  onClose: () => void
}

/** Makes an account, and shows the link that its owner sets a password by. */
export function InviteDialog({ teams, onInvited, onClose }: Props) {
  const [invited, setInvited] = useState<LinkedAccount>()
  return (
    <Modal
      opened
      onClose={onClose}
      title={invited ? `${invited.email} is invited` : 'Invite to Livetap'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {invited ? (
        <OneTimeLink account={invited} onClose={onClose} />
      ) : (
        <InviteForm
          teams={teams}
          onClose={onClose}
          onInvited={account => {
            setInvited(account)
            onInvited()
          }}
        />
      )}
    </Modal>
  )
}

interface FormProps {
  teams: readonly ManagedTeam[]
  onInvited: (account: LinkedAccount) => void
  onClose: () => void
}

function InviteForm({ teams, onInvited, onClose }: FormProps) {
  const api = useApi()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('host')
  const [teamIds, setTeamIds] = useState<string[]>([])
  const invite = useRemoteCall(signal =>
    api.call(createAccount, { body: { email: email.trim(), role, teams: teamIds } }, { signal }),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const outcome = await invite.run()
    if (outcome.phase === 'success') onInvited(outcome.data)
  }
  return (
    <form className={classes.fields} onSubmit={event => void submit(event)}>
      <TextInput
        type="email"
        label="E-mail"
        required
        data-autofocus
        autoComplete="off"
        maxLength={320}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <NativeSelect
        label="Role"
        data={roleChoices}
        value={role}
        onChange={event => setRole(event.currentTarget.value as Role)}
      />
      <TeamField teams={teams} value={teamIds} onChange={setTeamIds} />
      <Refusal text={invite.error?.message} />
      <Group justify="flex-end">
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={invite.loading} disabled={!email.includes('@')}>
          Make the invitation
        </Button>
      </Group>
    </form>
  )
}
