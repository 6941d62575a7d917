import { type Conference, fillRoute, routes, texts } from '@livetap/contract'
import { loadConferences } from '@livetap/session'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ReloadAndExit } from '../../shared/frame/reload-and-exit'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { ListQueries, useListQuery } from '../../shared/remote/list-queries'
import { useApi, useEnv } from '../../shared/session/session-context'
import type { ColumnName } from './conference-list'
import { ConferenceResults } from './conference-results'
import { FilterBar } from './filter-bar'
import { rangeOf, recordsOf } from './list-filters'
import { LookupStatus } from './lookup-status'
import { useGrowing } from './use-growing'
import { useResolver } from './use-resolver'

const columns: readonly ColumnName[] = ['title', 'id', 'start', 'end', 'livetap', 'webex', 'stats', 'number']

export function UserPastScreen() {
  return (
    <ListQueries>
      <UserPast />
    </ListQueries>
  )
}

function UserPast() {
  const api = useApi()
  const { default_past_days } = useEnv()
  const navigate = useNavigate()
  const params = useParams()
  useScreenTitle('My past meetings')
  const [nowMs] = useState(() => Date.now())
  const dates = { from: params.meeting_date_from_filter, to: params.meeting_date_to_filter }
  const { startMs, endMs } = rangeOf(dates, nowMs, default_past_days)
  const amount = recordsOf(params.meeting_records_amount)
  const { part, first, begin } = useGrowing<Conference>()
  const { data, error, isFetching, refetch } = useListQuery(
    ['conferences', 'past', dates.from, dates.to, amount],
    signal => {
      const range = { from: new Date(startMs).toISOString(), to: new Date(endMs).toISOString() }
      return loadConferences(api, { state: 'ended', ...range }, amount, signal, begin())
    },
  )
  const rows = data ?? part
  const { resolver, settlings } = useResolver(data ?? first)
  return (
    <ScreenPage
      title="My past meetings"
      controls={
        <>
          <LookupStatus resolver={resolver} rows={rows ?? []} />
          <ReloadAndExit isLoading={isFetching} onReload={() => void refetch()} />
        </>
      }
    >
      <FilterBar
        key={`${startMs}-${endMs}-${amount}`}
        label="At most"
        value={String(amount)}
        range={{ startMs, endMs }}
        onApply={(records, range) =>
          void navigate(
            fillRoute(routes.userPastMeetings, {
              meeting_date_from_filter: range.startMs,
              meeting_date_to_filter: range.endMs,
              meeting_records_amount: records,
            }),
          )
        }
      />
      <ConferenceResults
        data={error && !data ? undefined : rows}
        error={error}
        resolver={resolver}
        settlings={settlings}
        columns={columns}
        kind="past"
        title={texts.meetingList.noPastMeetings}
        emptyHint="No meeting hosted by you ended in these dates. Choose other dates above."
        onRetry={() => void refetch()}
      />
    </ScreenPage>
  )
}
