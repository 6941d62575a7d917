import { fillRoute, routes, texts } from '@livetap/contract'
import { meetingsData } from '@livetap/contract/endpoints/lookups'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { DataTable } from '../../shared/data-table/data-table'
import { ReloadAndExit } from '../../shared/frame/reload-and-exit'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { ListQueries, useListQuery } from '../../shared/remote/list-queries'
import { QueryState } from '../../shared/remote/query-state'
import { useApi, useEnv } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/empty-state'
import { useToasts } from '../../shared/ui/toasts'
import classes from './conferencing.module.css'
import { FilterBar } from './filter-bar'
import { filteredColumns, filteredId, filteredPath, filteredSort } from './filtered-columns'
import { rangeOf } from './list-filters'

export function FilteredMeetingsScreen() {
  return (
    <ListQueries>
      <FilteredMeetings />
    </ListQueries>
  )
}

function FilteredMeetings() {
  const { meeting_number = '', meeting_start_date, meeting_end_date } = useParams()
  const api = useApi()
  const { default_past_days } = useEnv()
  const toasts = useToasts()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  useScreenTitle('Meetings', { id: meeting_number, idLabel: 'meeting number' })
  const [nowMs] = useState(() => Date.now())
  const dates = { from: meeting_start_date, to: meeting_end_date }
  const { startMs, endMs } = rangeOf(dates, nowMs, default_past_days)
  const { data, error, isFetching, refetch } = useListQuery(
    ['filtered-meetings', meeting_number, dates.from, dates.to],
    async signal => {
      const range = { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() }
      const answer = await api.call(meetingsData, { query: { meeting_number, ...range } }, { signal })
      return answer.meetings_data
    },
  )
  const isEmpty = data?.length === 0
  useEffect(() => {
    if (isEmpty) toasts.error(texts.meetingList.meetingsNotFoundToast)
  }, [isEmpty, toasts])
  return (
    <ScreenPage
      title="Meetings"
      aside={meeting_number}
      controls={<ReloadAndExit isLoading={isFetching} onReload={() => void refetch()} />}
    >
      <FilterBar
        key={`${meeting_number}-${startMs}-${endMs}`}
        label="Meeting number"
        value={meeting_number}
        range={{ startMs, endMs }}
        onApply={(number, range) =>
          void navigate(
            fillRoute(routes.filteredMeetings, {
              meeting_number: number,
              meeting_start_date: range.startMs,
              meeting_end_date: range.endMs,
            }),
          )
        }
      />
      <QueryState
        data={data}
        error={error}
        title={texts.meetingList.meetingsNotFound}
        hint="The meetings could not be read."
        message={texts.meetingList.fetchingMeetings}
        onRetry={() => void refetch()}
      >
        {data => (
          <div className={classes.list}>
            <DataTable
              noun="meetings"
              columns={filteredColumns}
              rows={data}
              rowId={filteredId}
              rowPath={filteredPath}
              sort={filteredSort}
              filter={search.get('filter') ?? ''}
              onFilter={text => setSearch(text ? { filter: text } : {}, { replace: true })}
              fileName={`meetings__${meeting_number}`}
              empty={
                <EmptyState
                  title={texts.meetingList.meetingsNotFound}
                  hint="No meeting of this number began in these dates (UTC). Choose others above."
                />
              }
            />
          </div>
        )}
      </QueryState>
    </ScreenPage>
  )
}
