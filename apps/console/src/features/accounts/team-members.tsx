import { counted, type ManagedTeam } from '@livetap/contract'
import { addTeamMember, listAccounts, removeTeamMember } from '@livetap/contract/calls/accounts'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useListQuery, useSuggestions } from '../../shared/remote/list-queries'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { ACCOUNTS } from './account-lists'
import classes from './accounts.module.css'

const SHOWN = 500
const OFFERED = 20

/** Who is in a team: put in and taken out here. */
export function TeamMembers({ team, onChanged }: { team: ManagedTeam; onChanged: () => void }) {
  const api = useApi()
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useListQuery([ACCOUNTS, 'members', team.id], signal =>
    api.call(listAccounts, { query: { team: team.id, limit: SHOWN } }, { signal }),
  )
  const q = typed.trim() || undefined
  const { data: found } = useSuggestions([ACCOUNTS, 'offered', q], signal =>
    api.call(listAccounts, { query: { q, limit: OFFERED } }, { signal }),
  )
  const add = useRemoteCall((signal, account_id: string) =>
    api.call(addTeamMember, { params: { id: team.id, account_id } }, { signal }),
  )
  const remove = useRemoteCall((signal, account_id: string) =>
    api.call(removeTeamMember, { params: { id: team.id, account_id } }, { signal }),
  )
  const put = async (id: string | null) => {
    if (id === null || (await add.run(id)).phase !== 'success') return
    setTyped('')
    onChanged()
  }
  const take = async (id: string) => {
    if ((await remove.run(id)).phase === 'success') onChanged()
  }
  if (error && !data)
    return (
      <ErrorState
        title="The members could not be read"
        error={error}
        hint="The list of accounts, filtered by the team, shows them too."
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <LoadingMessage message="Reading the members..." />
  const offered = (found?.accounts ?? []).filter(({ teams }) => !teams.some(({ id }) => id === team.id))
  return (
    <div className={classes.members}>
      <ul className={classes.teams} aria-label={`Members of ${team.name}`}>
        {data.accounts.map(({ id, email }) => (
          <li key={id} className={classes.team}>
            <span>{email}</span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Take ${email} out of ${team.name}`}
              disabled={remove.loading}
              onClick={() => void take(id)}
            >
              Take out
            </Button>
          </li>
        ))}
      </ul>
      {data.total > data.accounts.length && (
        <p className={classes.quiet}>
          {counted(data.total - data.accounts.length, 'more member')}: filter the accounts by the team to see
          all.
        </p>
      )}
      <Select
        size="xs"
        aria-label={`Put an account into ${team.name}`}
        placeholder="Put an account into it"
        searchable
        data={offered.map(({ id, email }) => ({ value: id, label: email }))}
        value={null}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={id => void put(id)}
        filter={({ options }) => options}
        nothingFoundMessage="No other account matches"
        disabled={add.loading}
      />
      <Refusal text={add.error?.message ?? remove.error?.message} />
    </div>
  )
}
