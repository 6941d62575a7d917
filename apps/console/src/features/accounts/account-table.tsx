import { type Account, routes } from '@livetap/contract'
import { Badge } from '@mantine/core'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { TableColumn } from '../../shared/data-table/data-column'
import { VirtualTable } from '../../shared/data-table/virtual-table'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { RelativeTime } from '../../shared/time/relative-time'
import { OPEN } from './account-filters'
import { stateColors, stateWords, teamsText } from './account-text'

const columns: readonly TableColumn<Account>[] = [
  { id: 'email', header: 'E-mail', value: ({ email }) => email },
  { id: 'role', header: 'Role', value: ({ role }) => role },
  { id: 'teams', header: 'Teams', value: account => teamsText(account) || '–' },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => (
      <Badge size="xs" variant="light" color={stateColors[state]}>
        {stateWords[state]}
      </Badge>
    ),
  },
  {
    id: 'seen',
    header: 'Last seen',
    cell: ({ last_seen_at: at }) =>
      at === null ? <span data-hint="Not within 90 days">–</span> : <RelativeTime at={at} />,
  },
  { id: 'sessions', header: 'Sessions', numeric: true, value: ({ sessions }) => sessions },
]

const unsorted = () => null
const idOf = ({ id }: Account) => id
const never = () => undefined

interface Props {
  accounts: readonly Account[]
  isStale: boolean
  onEnd: () => void
}

/** Accounts by their addresses; a row leads to what can be done with one. */
export function AccountTable({ accounts, isStale, onEnd }: Props) {
  const [search] = useSearchParams()
  useShortcuts([{ keys: ['ArrowUp', 'ArrowDown'], label: 'Go through the accounts (in the table)' }])
  const rowPath = useCallback(
    ({ id }: Account) => {
      const to = new URLSearchParams(search)
      to.set(OPEN, id)
      return `${routes.accounts}?${to}`
    },
    [search],
  )
  return (
    <VirtualTable
      noun="accounts"
      columns={columns}
      rows={accounts}
      rowId={idOf}
      rowPath={rowPath}
      orderOf={unsorted}
      onSort={never}
      isStale={isStale}
      onEnd={onEnd}
    />
  )
}
