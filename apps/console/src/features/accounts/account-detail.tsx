import { type Account, counted, type ManagedTeam, type Role } from '@livetap/contract'
import { changeAccount } from '@livetap/contract/calls/accounts'
import { Button, Drawer, NativeSelect, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi, useUser } from '../../shared/session/session-context'
import { formatDate } from '../../shared/time/format-date'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { AccountActions } from './account-actions'
import { roleChoices, stateWords } from './account-text'
import classes from './accounts.module.css'
import { TeamField } from './team-field'

interface Props {
  account: Account
  teams: readonly ManagedTeam[]
  onChanged: () => void
  onClose: () => void
}

/** One account: what it may, and what can be done with it. */
export function AccountDetail({ account, teams, onChanged, onClose }: Props) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title={account.email}
      position="right"
      size="min(480px, 100%)"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Facts account={account} />
      <Rights account={account} teams={teams} onChanged={onChanged} />
      <AccountActions account={account} onChanged={onChanged} />
    </Drawer>
  )
}

function Facts({ account: { state, created_at, last_seen_at, sessions, link } }: { account: Account }) {
  return (
    <dl className={classes.facts}>
      <dt>State</dt>
      <dd>{stateWords[state]}</dd>
      <dt>Created</dt>
      <dd>{formatDate(created_at)}</dd>
      <dt>Last seen</dt>
      <dd>{last_seen_at === null ? 'Not within 90 days' : formatDate(last_seen_at)}</dd>
      <dt>Sessions</dt>
      <dd>{sessions === 0 ? 'None open' : `${counted(sessions, 'session')} open`}</dd>
      {link && (
        <>
          <dt>Open link</dt>
          <dd>
            {link.kind === 'invitation' ? 'Invitation' : 'For another password'}, until{' '}
            {formatDate(link.expires_at)}
          </dd>
        </>
      )}
    </dl>
  )
}

function Rights({ account, teams, onChanged }: Omit<Props, 'onClose'>) {
  const api = useApi()
  const user = useUser()
  const toasts = useToasts()
  const [role, setRole] = useState<Role>(account.role)
  const before = account.teams.map(({ id }) => id)
  const [teamIds, setTeamIds] = useState(before)
  const save = useRemoteCall(signal =>
    api.call(changeAccount, { params: { id: account.id }, body: { role, teams: teamIds } }, { signal }),
  )
  const isChanged = role !== account.role || [...teamIds].sort().join() !== [...before].sort().join()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await save.run()).phase !== 'success') return
    toasts.success(`${account.email} was changed`)
    onChanged()
  }
  return (
    <form className={classes.fields} onSubmit={event => void submit(event)}>
      <NativeSelect
        size="sm"
        label="Role"
        data={roleChoices}
        value={role}
        onChange={event => setRole(event.currentTarget.value as Role)}
      />
      {account.id === user.id && role !== 'admin' && (
        <Text size="xs" role="alert">
          This is your own account: without the role of an admin you cannot open this screen any more.
        </Text>
      )}
      <TeamField teams={teams} value={teamIds} onChange={setTeamIds} />
      <Refusal text={save.error?.message} />
      <div>
        <Button size="xs" type="submit" disabled={!isChanged} loading={save.loading}>
          Save
        </Button>
      </div>
    </form>
  )
}
