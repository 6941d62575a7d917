import { type Conference, fillRoute, routes, texts } from '@livetap/contract'
import { loadConferences } from '@livetap/session'
import { useNavigate, useParams } from 'react-router'
import { RangeForm } from '../../shared/dates/range-form'
import { ReloadAndExit } from '../../shared/frame/reload-and-exit'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { ListQueries, useListQuery } from '../../shared/remote/list-queries'
import { useApi } from '../../shared/session/session-context'
import type { ColumnName } from './conference-list'
import { ConferenceResults } from './conference-results'
import { type AskedRange, recordsOf } from './list-filters'
import { LookupStatus } from './lookup-status'
import { useGrowing } from './use-growing'
import { useListRange } from './use-list-range'
import { useResolver } from './use-resolver'

const columns: readonly ColumnName[] = ['title', 'id', 'start', 'end', 'livetap', 'webex', 'stats', 'number']

export function UserPastScreen() {
  const params = useParams()
  const dates = { from: params.meeting_date_from_filter, to: params.meeting_date_to_filter }
  const amount = recordsOf(params.meeting_records_amount)
  return (
    <ListQueries>
      <UserPast key={[dates.from, dates.to, amount].join()} dates={dates} amount={amount} />
    </ListQueries>
  )
}

function UserPast({ dates, amount }: { dates: AskedRange; amount: number }) {
  const api = useApi()
  const navigate = useNavigate()
  useScreenTitle('My past meetings')
  const range = useListRange(dates)
  const { part, first, begin } = useGrowing<Conference>()
  const { data, error, isFetching, refetch } = useListQuery(
    ['conferences', 'past', dates.from, dates.to, amount],
    signal => {
      const { start: from, end: to } = range.current()
      return loadConferences(api, { state: 'ended', from, to }, amount, signal, begin())
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
      <RangeForm
        isNumber
        label="At most"
        value={String(amount)}
        range={range.shown}
        onApply={(records, chosen) =>
          void navigate(
            fillRoute(routes.userPastMeetings, {
              meeting_date_from_filter: chosen.startMs,
              meeting_date_to_filter: chosen.endMs,
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
