import { type Account, counted, texts } from '@livetap/contract'
import { listAccounts, listTeams } from '@livetap/contract/calls/accounts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useExit } from '../../shared/frame/use-exit'
import { useListCache, useListQuery, usePagedQuery } from '../../shared/remote/list-queries'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { AccountDetail } from './account-detail'
import { AccountFilterBar } from './account-filter-bar'
import { accountQuery, OPEN, withFilters } from './account-filters'
import { ACCOUNTS } from './account-lists'
import { AccountTable } from './account-table'
import { InviteDialog } from './invite-dialog'
import { TeamsDialog } from './teams-dialog'

/** Who has an account, with which role and teams, by the filters in the address. */
export function Accounts() {
  const api = useApi()
  const exit = useExit()
  const cache = useListCache(ACCOUNTS)
  const [search, setSearch] = useSearchParams()
  const [dialog, setDialog] = useState<'invite' | 'teams'>()
  const query = accountQuery(search)
  const { data, error, isPlaceholderData, isFetching, hasNextPage, fetchNextPage, refetch } = usePagedQuery(
    [ACCOUNTS, 'list', query],
    (cursor, signal) => api.call(listAccounts, { query: { ...query, cursor } }, { signal }),
  )
  const { data: answer } = useListQuery([ACCOUNTS, 'teams'], signal => api.call(listTeams, {}, { signal }))
  const teams = answer?.teams ?? []
  const accounts = useMemo(() => data?.pages.flatMap(page => page.accounts) ?? [], [data])
  const loadMore = useMemo(
    () => () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
    [hasNextPage, isFetching, fetchNextPage],
  )
  const open = accounts.find(({ id }) => id === search.get(OPEN))
  const close = () => setSearch(withFilters(search, {}), { replace: true })
  return (
    <ScreenPage
      title="Accounts"
      aside={<span role="status">{data && countText(accounts, data.pages[0]?.total)}</span>}
      controls={
        <>
          <Button size="xs" onClick={() => setDialog('invite')}>
            Invite
          </Button>
          <Button size="xs" variant="default" onClick={() => setDialog('teams')}>
            Teams
          </Button>
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      <AccountFilterBar search={search} teams={teams} onApply={setSearch} loading={isFetching} />
      {error && !data ? (
        <ErrorState
          title="The accounts could not be read"
          error={error}
          hint="Where an outside sign-on keeps the accounts, they are managed there."
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <LoadingMessage message="Reading the accounts..." />
      ) : accounts.length === 0 ? (
        <EmptyState title="No accounts" hint="None has all that these filters ask for. Clear one of them." />
      ) : (
        <AccountTable accounts={accounts} isStale={isPlaceholderData} onEnd={loadMore} />
      )}
      {open && (
        <AccountDetail key={open.id} account={open} teams={teams} onChanged={cache.refresh} onClose={close} />
      )}
      {dialog === 'invite' && (
        <InviteDialog teams={teams} onInvited={cache.refresh} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'teams' && (
        <TeamsDialog teams={teams} onChanged={cache.refresh} onClose={() => setDialog(undefined)} />
      )}
    </ScreenPage>
  )
}

function countText(accounts: readonly Account[], total = accounts.length): string {
  if (total === accounts.length) return counted(total, 'account')
  return `${accounts.length} of ${counted(total, 'account')}`
}
