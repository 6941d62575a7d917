import { fillRoute, routes, texts } from '@livetap/contract'
import { PastStats, type StatsRow, statsAsText } from '@livetap/session'
import { Anchor, Button, CopyButton, Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useApi } from '../../shared/session/session-context'
import { ErrorState } from '../../shared/ui/error-state'
import { useToasts } from '../../shared/ui/toasts'
import { useStore } from '../../shared/use-store'
import classes from './diagnostics.module.css'
import { LifeStrip } from './life-strip'
import { MeetingState } from './meeting-state'
import { ScreenPage } from './screen-page'
import { ShowMeetingId } from './show-meeting-id'
import { useDateZone } from './use-date-zone'

export function PastStatsScreen() {
  const params = useParams()
  const { meeting_id: meetingId = '', meeting_start_date: start = '', meeting_end_date: end } = params
  useScreenTitle('Meeting stats', { id: meetingId, idLabel: 'meeting id' })
  return <Stats key={`${meetingId}/${start}/${end}`} meetingId={meetingId} start={start} end={end} />
}

interface Props {
  meetingId: string
  start: string
  end: string | undefined
}

function Stats({ meetingId, start, end }: Props) {
  const api = useApi()
  const [stats] = useState(
    () =>
      new PastStats({
        api,
        meetingId,
        startMs: Number(start),
        endMs: end === undefined ? undefined : Number(end),
      }),
  )
  return <StatsView stats={stats} meetingId={meetingId} />
}

function StatsView({ stats, meetingId }: { stats: PastStats; meetingId: string }) {
  const toasts = useToasts()
  const { rows, phase, error } = useStore(stats)
  const dates = useDateZone()
  const exit = useExit()
  const navigate = useNavigate()
  useEffect(() => {
    void stats.start()
    return stats.dispose
  }, [stats])
  useEffect(() => {
    if (error) toasts.error(texts.stats.failedDisplay(error.message))
  }, [error, toasts])
  const ledger = fillRoute(routes.audioLedgersStats, { meeting_id: meetingId })
  return (
    <ScreenPage
      title="Meeting stats"
      controls={
        <>
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
          <ShowMeetingId meetingId={meetingId} />
          <Button size="xs" variant="default" onClick={() => void navigate(ledger)}>
            {texts.stats.openLedgers}
          </Button>
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      {error ? (
        <div className={classes.scroll}>
          <ErrorState
            title={error.message}
            hint="The logs hold no start or no completed end for this meeting in this time range. A running or failed meeting has no completed end."
          />
          <MeetingState meetingId={meetingId} />
        </div>
      ) : (
        <>
          <LifeStrip rows={rows} show={dates.show} />
          <StatsTable meetingId={meetingId} rows={rows} show={dates.show} />
        </>
      )}
    </ScreenPage>
  )
}

interface TableProps {
  meetingId: string
  rows: readonly StatsRow[]
  show: (moment: string) => string
}

function StatsTable({ meetingId, rows, show }: TableProps) {
  return (
    <div className={classes.framed}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.stats.metrics}</th>
            <th scope="col">{texts.stats.values}</th>
            <th scope="col">{texts.stats.stackdriverUrl}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Meeting id</th>
            <td className="mono">{meetingId}</td>
            <td />
          </tr>
          {rows.map(row => (
            <tr key={row.id} data-row={row.id}>
              <th scope="row">{row.label}</th>
              <td aria-busy={row.loading}>
                {row.loading ? (
                  <Loader size={14} aria-label={`Loading ${row.label}`} />
                ) : (
                  <Values row={row} show={show} />
                )}
              </td>
              <td>
                {row.url && (
                  <Anchor component={Link} to={row.url} size="sm" aria-label={`Log entries of ${row.label}`}>
                    Open logs
                  </Anchor>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Values({ row, show }: { row: StatsRow; show: (moment: string) => string }) {
  const texted = row.values.map(value => ('at' in value ? show(value.at) : value.text))
  if (texted.length <= 1) return <span className={row.found ? '' : classes.missing}>{texted[0]}</span>
  return (
    <ul className={classes.values}>
      {texted.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of a row are never reordered
        <li key={place}>{text}</li>
      ))}
    </ul>
  )
}
