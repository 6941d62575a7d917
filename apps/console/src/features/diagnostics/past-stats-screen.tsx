import { fillRoute, routes, texts } from '@livetap/contract'
import { PastStats, statsAsText } from '@livetap/session'
import { Button, CopyButton } from '@mantine/core'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useApi } from '../../shared/session/session-context'
import { useSession } from '../../shared/session/use-session'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { Fold } from '../../shared/ui/layout/fold'
import { ShowMeetingId } from '../../shared/ui/meeting/show-meeting-id'
import { useStore } from '../../shared/use-store'
import classes from './diagnostics.module.css'
import { CompareButton } from './stats/compare-button'
import { LifeStrip } from './stats/life-strip'
import { MeetingState } from './stats/meeting-state'
import { StatsRowsBar, useHidesMissing } from './stats/stats-rows-bar'
import { StatsTable } from './stats/stats-table'
import { useComparedStats } from './stats/use-compared-stats'
import { LedgerVerdict, VerdictLine } from './stats/verdict-line'
import { useDateZone } from './use-date-zone'

export function PastStatsScreen() {
  const params = useParams()
  const { meeting_id: meetingId = '', meeting_start_date: start = '', meeting_end_date: end } = params
  useScreenTitle('Meeting stats', { id: meetingId, idLabel: 'meeting id' })
  const api = useApi()
  const stats = useSession(
    scope => {
      const endMs = end === undefined ? undefined : Number(end)
      const stats = new PastStats({ api, meetingId, startMs: Number(start), endMs })
      scope.add(stats.dispose)
      void stats.start()
      return stats
    },
    [api, meetingId, start, end],
  )
  return stats && <StatsView key={`${meetingId}/${start}/${end}`} stats={stats} meetingId={meetingId} />
}

function StatsView({ stats, meetingId }: { stats: PastStats; meetingId: string }) {
  const toasts = useToasts()
  const { rows, life, verdict, phase, error } = useStore(stats)
  const hidesMissing = useHidesMissing()
  const dates = useDateZone()
  const exit = useExit()
  const navigate = useNavigate()
  useEffect(() => {
    if (error) toasts.error(texts.stats.failedDisplay(error.message))
  }, [error, toasts])
  const compared = useComparedStats()
  const ledger = fillRoute(routes.audioLedgersStats, { meeting_id: meetingId })
  return (
    <ScreenPage
      title="Meeting stats"
      controls={
        <>
          <Fold>
            <Button size="xs" variant="default" onClick={dates.toggle}>
              {dates.label}
            </Button>
            <CopyButton value={statsAsText(meetingId, rows, dates.show)}>
              {({ copied, copy }) => (
                <Button size="xs" variant="default" disabled={phase !== 'ready'} onClick={copy}>
                  {copied ? 'Copied' : 'Copy as text'}
                </Button>
              )}
            </CopyButton>
            <CompareButton compared={compared} />
            <ShowMeetingId meetingId={meetingId} />
            <Button size="xs" variant="default" onClick={() => void navigate(ledger)}>
              {texts.stats.openLedgers}
            </Button>
          </Fold>
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      {error ? (
        <div className={classes.scroll}>
          <LedgerVerdict meetingId={meetingId} />
          <ErrorState
            title={error.message}
            hint="The logs hold no start or no completed end for this meeting in this time range. A running or failed meeting has no completed end."
          />
          <MeetingState meetingId={meetingId} />
        </div>
      ) : (
        <>
          <VerdictLine verdict={verdict} />
          <LifeStrip marks={life} show={dates.show} />
          <StatsRowsBar rows={rows} />
          <StatsTable
            meetingId={meetingId}
            rows={rows}
            show={dates.show}
            other={compared.other}
            hidesMissing={hidesMissing}
          />
        </>
      )}
    </ScreenPage>
  )
}
