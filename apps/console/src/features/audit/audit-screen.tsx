import { type AuditEntryWire, plural, routes, texts } from '@livetap/contract'
import { AuditExplorer } from '@livetap/session'
import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { useSession } from '../../shared/session/use-session'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { useStore } from '../../shared/use-store'
import { AuditDetail } from './audit-detail'
import { AuditFilterBar } from './audit-filter-bar'
import { auditQuery, type FilterName, listAddress, OPEN, withAuditFilters } from './audit-filters'
import { AuditTable } from './audit-table'

/** Who did what to what, from where, with which result, by the filters in the address. */
export function AuditScreen() {
  const [search] = useSearchParams()
  const address = listAddress(search)
  const api = useApi()
  useScreenTitle('Audit log')
  const explorer = useSession(
    scope => {
      const explorer = new AuditExplorer({ api, query: auditQuery(new URLSearchParams(address)) })
      scope.add(explorer.dispose)
      void explorer.search()
      return explorer
    },
    [api, address],
  )
  // Another address is another question, and begins anew.
  return explorer && <Explorer key={address} explorer={explorer} />
}

function Explorer({ explorer }: { explorer: AuditExplorer }) {
  const [search, setSearch] = useSearchParams()
  const exit = useExit()
  const { entries, hasOlder, loading, isReady, error } = useStore(explorer)
  const download = useRemoteCall((signal, format: 'csv' | 'jsonl') => explorer.exportUrl(format, signal))
  const save = async (format: 'csv' | 'jsonl') => {
    const outcome = await download.run(format)
    if (outcome.phase === 'success') window.location.assign(outcome.data)
  }
  const filter = (change: Partial<Record<FilterName, string>>) => setSearch(withAuditFilters(search, change))
  const pathOfEntry = useCallback(
    ({ id }: AuditEntryWire) => {
      const to = new URLSearchParams(search)
      to.set(OPEN, id)
      return `${routes.audit}?${to}`
    },
    [search],
  )
  const open = entries.find(({ id }) => id === search.get(OPEN))
  return (
    <ScreenPage
      title="Audit log"
      aside={
        <span role="status">
          {isReady && `${entries.length}${hasOlder ? '+' : ''} ${plural(entries.length, 'entry', 'entries')}`}
        </span>
      }
      controls={
        <>
          {(['csv', 'jsonl'] as const).map(format => (
            <Button
              key={format}
              size="xs"
              variant="default"
              disabled={entries.length === 0}
              loading={download.loading}
              data-hint="What the filters find, newest first, up to 100,000 entries"
              onClick={() => void save(format)}
            >
              {`Download as ${format.toUpperCase()}`}
            </Button>
          ))}
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      <Refusal text={download.error?.message} />
      <AuditFilterBar search={search} onApply={setSearch} loading={loading} />
      {error && (!isReady || !loading) && (
        <ErrorState
          title="The audit log could not be read"
          error={error}
          hint="Check the filters and try again."
          onRetry={() => void (isReady ? explorer.older() : explorer.search())}
        />
      )}
      {!isReady ? (
        !error && <LoadingMessage message="Reading the audit log..." />
      ) : entries.length === 0 ? (
        <EmptyState
          title="No entries"
          hint="Nothing was done that matches these filters. Remove one, or widen the time range."
        />
      ) : (
        <AuditTable
          entries={entries}
          loading={loading}
          pathOfEntry={pathOfEntry}
          onEnd={error ? noMore : explorer.older}
        />
      )}
      <AuditDetail
        entry={open}
        onClose={() => setSearch(withAuditFilters(search, {}), { replace: true })}
        onFilter={filter}
      />
    </ScreenPage>
  )
}

/** A page that failed is asked for again by its button alone. */
const noMore = () => undefined
