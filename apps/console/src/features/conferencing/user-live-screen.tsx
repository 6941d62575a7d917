import { texts } from '@livetap/contract'
import { loadConferences } from '@livetap/session'
import { ReloadAndExit } from '../../shared/frame/reload-and-exit'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { ListQueries, useListQuery } from '../../shared/remote/list-queries'
import { useApi, useUser } from '../../shared/session/session-context'
import type { ColumnName } from './conference-list'
import { ConferenceResults } from './conference-results'
import { LookupStatus } from './lookup-status'
import { ScheduledMeetings } from './scheduled-meetings'
import { useResolver } from './use-resolver'

/** The SIP address begins with the number. */
const columns: readonly ColumnName[] = ['title', 'id', 'start', 'sip', 'host', 'livetap', 'webex', 'stats']
/** More than anyone hosts at a time. */
const MAX_LIVE = 500

export function UserLiveScreen() {
  return (
    <ListQueries>
      <UserLive />
    </ListQueries>
  )
}

function UserLive() {
  const api = useApi()
  const { emails, userName } = useUser()
  const participantEmail = emails[0] ?? userName
  useScreenTitle('My live meetings')
  const { data, error, isFetching, refetch } = useListQuery(['conferences', 'live'], signal =>
    loadConferences(api, { meetingType: 'meeting', state: 'inProgress', participantEmail }, MAX_LIVE, signal),
  )
  const { resolver, settlings } = useResolver(data)
  return (
    <ScreenPage
      title="My live meetings"
      controls={
        <>
          <LookupStatus resolver={resolver} rows={data ?? []} />
          <ReloadAndExit isLoading={isFetching} onReload={() => void refetch()} />
        </>
      }
    >
      <ConferenceResults
        data={data}
        error={error}
        resolver={resolver}
        settlings={settlings}
        columns={columns}
        kind="live"
        title={texts.meetingList.noLiveMeetings}
        emptyHint="None of your meetings is running. Create one on the start screen, or open one that is scheduled below."
        onRetry={() => void refetch()}
      />
      <ScheduledMeetings />
    </ScreenPage>
  )
}
