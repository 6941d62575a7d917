import { fillRoute, routes, texts } from '@livetap/contract'
import { meetingsData } from '@livetap/contract/calls/lookups'
import { useEffect } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { DataTable } from '../../shared/data-table/data-table'
import { RangeForm } from '../../shared/dates/range-form'
import { ReloadAndExit } from '../../shared/frame/reload-and-exit'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { ListQueries, useListQuery } from '../../shared/remote/list-queries'
import { QueryState } from '../../shared/remote/query-state'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { useToasts } from '../../shared/ui/feedback/toasts'
import classes from './conferencing.module.css'
import { filteredColumns, filteredId, filteredPath, filteredSort } from './filtered-columns'
import type { AskedRange } from './list-filters'
import { useListRange } from './use-list-range'

export function FilteredMeetingsScreen() {
  const { meeting_number = '', meeting_start_date, meeting_end_date } = useParams()
  const dates = { from: meeting_start_date, to: meeting_end_date }
  return (
    <ListQueries>
      <FilteredMeetings
        key={[meeting_number, dates.from, dates.to].join()}
        number={meeting_number}
        dates={dates}
      />
    </ListQueries>
  )
}

function FilteredMeetings({ number: meeting_number, dates }: { number: string; dates: AskedRange }) {
  const api = useApi()
  const toasts = useToasts()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  useScreenTitle('Meetings', { id: meeting_number, idLabel: 'meeting number' })
  const range = useListRange(dates)
  const { data, error, isFetching, refetch } = useListQuery(
    ['filtered-meetings', meeting_number, dates.from, dates.to],
    async signal => {
      const query = { meeting_number, ...range.current() }
      const answer = await api.call(meetingsData, { query }, { signal })
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
      <RangeForm
        isNumber
        label="Meeting number"
        value={meeting_number}
        range={range.shown}
        onApply={(number, chosen) =>
          void navigate(
            fillRoute(routes.filteredMeetings, {
              meeting_number: number,
              meeting_start_date: chosen.startMs,
              meeting_end_date: chosen.endMs,
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
