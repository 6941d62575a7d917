import { fillRoute, routes, texts } from '@livetap/contract'
import { audioLedgers } from '@livetap/contract/calls/diagnostics'
import { ledgerWindow, sortLedger } from '@livetap/session'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteLoad } from '../../shared/remote/use-remote-load'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { Fold } from '../../shared/ui/layout/fold'
import { ShowMeetingId } from '../../shared/ui/meeting/show-meeting-id'
import { LedgerSeal } from './ledger/ledger-seal'
import { LedgerView } from './ledger/ledger-view'
import { useDateZone } from './use-date-zone'

export function LedgerScreen() {
  const { meeting_id: meetingId = '' } = useParams()
  const api = useApi()
  const exit = useExit()
  const navigate = useNavigate()
  const dates = useDateZone()
  useScreenTitle('Audio ledger', { id: meetingId, idLabel: 'meeting id' })
  const { data, loading, error, reload } = useRemoteLoad(
    async signal =>
      sortLedger((await api.call(audioLedgers, { params: { id: meetingId } }, { signal })).ledger_events),
    [meetingId],
  )
  const range = useMemo(() => ledgerWindow(data ?? []), [data])
  const openStats = () => {
    if (!range) return
    const { start_ms, end_ms } = range
    const dates = { meeting_start_date: start_ms, meeting_end_date: end_ms }
    void navigate(fillRoute(routes.pastStats, { meeting_id: meetingId, ...dates }))
  }
  return (
    <ScreenPage
      title={texts.ledger.title(meetingId)}
      aside={data && data.length > 0 && <LedgerSeal meetingId={meetingId} />}
      controls={
        <>
          <Fold>
            <Button size="xs" variant="default" onClick={dates.toggle}>
              {dates.label}
            </Button>
            <ShowMeetingId meetingId={meetingId} />
            {range && (
              <Button size="xs" variant="default" onClick={openStats}>
                {texts.stats.openStackdriver}
              </Button>
            )}
          </Fold>
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState
          title={texts.ledger.notFound}
          error={error}
          hint="The ledger could not be read."
          onRetry={reload}
        />
      ) : loading || !data ? (
        <LoadingMessage message={texts.ledger.fetching} />
      ) : data.length === 0 ? (
        <EmptyState
          title={texts.ledger.notFound}
          hint="No event was ever written for this meeting id. Check the id: every screen of a meeting has a button that copies it."
        />
      ) : (
        <LedgerView events={data} show={dates.show} zone={dates.zone} />
      )}
    </ScreenPage>
  )
}
