import { plural, texts } from '@livetap/contract'
import { LogExplorer } from '@livetap/session'
import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import { changedFilters } from '../../../shared/address-filters'
import { ScreenPage } from '../../../shared/frame/screen-page'
import { useExit } from '../../../shared/frame/use-exit'
import { useScreenTitle } from '../../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { saveFile, textFile } from '../../../shared/save-file'
import { useApi } from '../../../shared/session/session-context'
import { useSession } from '../../../shared/session/use-session'
import { EmptyState } from '../../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../../shared/ui/feedback/loading-message'
import { Fold } from '../../../shared/ui/layout/fold'
import { useStore } from '../../../shared/use-store'
import classes from '../diagnostics.module.css'
import { useDateZone } from '../use-date-zone'
import { FirstErrorButton } from './first-error-button'
import { LogFilterForm } from './log-filter-form'
import { logQuery } from './log-filters'
import { LogHistogram } from './log-histogram'
import { focusEntry, LogTable } from './log-table'

/** Every log entry of every meeting, by the filters in the address. */
export function LogsScreen() {
  const [search] = useSearchParams()
  const address = search.toString()
  const api = useApi()
  useScreenTitle('Logs')
  const explorer = useSession(
    scope => {
      const explorer = new LogExplorer({ api, query: logQuery(new URLSearchParams(address)) })
      scope.add(explorer.dispose)
      void explorer.search()
      return explorer
    },
    [api, address],
  )
  // Another address is another question, and begins anew.
  return explorer && <Explorer key={address} explorer={explorer} />
}

function Explorer({ explorer }: { explorer: LogExplorer }) {
  const [search, setSearch] = useSearchParams()
  const exit = useExit()
  const dates = useDateZone()
  const [open, setOpen] = useState<string>()
  const { entries, hasOlder, loading, isReady, error, histogram, following } = useStore(explorer)
  const download = useRemoteCall(async signal => {
    saveFile('logs.ndjson', textFile(await explorer.asLines(signal), 'application/x-ndjson'))
  })
  const toFirstError = useRemoteCall(async () => {
    const error = await explorer.firstError()
    if (!error) return
    // Its button is there to be focused.
    flushSync(() => setOpen(error.id))
    focusEntry(error.id)
  })
  const filter = (change: Record<string, string>) => setSearch(changedFilters(search, change))
  return (
    <ScreenPage
      title="Logs"
      controls={
        <>
          <Switch
            size="xs"
            label="Follow"
            checked={following}
            disabled={!isReady || search.has('to')}
            onChange={event => explorer.follow(event.currentTarget.checked)}
          />
          <Fold>
            <Button size="xs" variant="default" onClick={dates.toggle}>
              {dates.label}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={entries.length === 0}
              loading={download.loading}
              onClick={() => void download.run()}
            >
              Download as NDJSON
            </Button>
          </Fold>
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      <LogFilterForm search={search} onApply={setSearch} loading={loading}>
        <span className={classes.aside} role="status">
          {isReady && `${entries.length}${hasOlder ? '+' : ''} ${plural(entries.length, 'entry', 'entries')}`}
        </span>
        <FirstErrorButton
          histogram={histogram}
          loading={toFirstError.loading}
          onClick={() => void toFirstError.run()}
        />
      </LogFilterForm>
      {histogram && (
        <LogHistogram
          histogram={histogram}
          dates={dates}
          onPick={(from, to) => filter({ from, to, last: '' })}
        />
      )}
      {error && !isReady ? (
        <ErrorState
          title="The logs could not be read"
          error={error}
          hint="Check the filters and try again."
          onRetry={() => void explorer.search()}
        />
      ) : !isReady ? (
        <LoadingMessage message="Reading the logs..." />
      ) : entries.length === 0 ? (
        <EmptyState
          title="No log entries"
          hint="Nothing was written that matches these filters. Remove one, or widen the time range."
        />
      ) : (
        <>
          <LogTable entries={entries} dates={dates} open={open} onOpen={setOpen} onFilter={filter} />
          {hasOlder && (
            <Button
              mt="sm"
              size="xs"
              variant="default"
              className={classes.more}
              loading={loading}
              onClick={() => void explorer.older()}
            >
              Older entries
            </Button>
          )}
        </>
      )}
    </ScreenPage>
  )
}
