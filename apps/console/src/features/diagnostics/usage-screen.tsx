import { fillRoute, routes, type SiteUsage, texts } from '@livetap/contract'
import { perSiteUsage } from '@livetap/contract/calls/diagnostics'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { DayChart } from '../../shared/charts/day-chart'
import { CsvButton } from '../../shared/data-table/csv-button'
import type { DataColumn } from '../../shared/data-table/data-column'
import { endOfDay } from '../../shared/dates/date-range'
import { RangeForm } from '../../shared/dates/range-form'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useLeave } from '../../shared/frame/use-leave'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi, useEnv } from '../../shared/session/session-context'
import { formatDay } from '../../shared/time/format-date'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { useToasts } from '../../shared/ui/feedback/toasts'
import classes from './diagnostics.module.css'
import rail from './usage.module.css'

const columns: readonly DataColumn<SiteUsage>[] = [
  { id: 'date', header: 'date', value: ({ date }) => date },
  { id: 'site', header: 'webex_site_name', value: ({ webex_site_name }) => webex_site_name },
  { id: 'count', header: 'count', value: ({ count }) => count },
]

const DAY_MS = 86_400_000
const momentOf = (ms: string | undefined) => (ms && /^\d{1,15}$/.test(ms) ? Number(ms) : undefined)

/** The address holds milliseconds; a UTC day is what is asked for. */
const dayOf = (ms: string | undefined) =>
  ms === undefined ? undefined : new Date(Number(ms)).toISOString().slice(0, 10)

export function UsageScreen() {
  const { client_region = '', start_date, end_date } = useParams()
  const api = useApi()
  const navigate = useNavigate()
  const { default_past_days } = useEnv()
  const [openedMs] = useState(() => Date.now())
  const toasts = useToasts()
  useScreenTitle('Per-site usage', { id: client_region, idLabel: 'region' })
  const leave = useLeave(texts.usage.exiting, texts.usage.closed)
  const { run, data, error } = useRemoteCall(async signal => {
    const query = { client_region, start_date: dayOf(start_date), end_date: dayOf(end_date) }
    return (await api.call(perSiteUsage, { query }, { signal })).per_site_stats
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another question
  useEffect(() => {
    void run().then(outcome => {
      if (outcome.phase === 'failure') toasts.error(texts.usage.failedFetch(outcome.error.message))
      else if (outcome.phase === 'success' && outcome.data.length === 0)
        toasts.error(texts.usage.notFoundToast)
    })
  }, [run, toasts, client_region, start_date, end_date])
  return (
    <ScreenPage
      title="Per-site usage"
      aside={client_region}
      controls={
        <>
          <CsvButton fileName={`usage__${client_region}`} columns={columns} rows={data ?? []} />
          <Button size="xs" variant="default" onClick={leave}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      <RangeForm
        key={`${client_region} ${start_date} ${end_date}`}
        label="Region"
        value={client_region}
        range={{
          startMs: momentOf(start_date) ?? Math.floor(openedMs / DAY_MS - default_past_days) * DAY_MS,
          endMs: momentOf(end_date) ?? endOfDay(openedMs),
        }}
        onApply={(region, { startMs, endMs }) =>
          void navigate(
            fillRoute(routes.perSiteUsage, { client_region: region, start_date: startMs, end_date: endMs }),
          )
        }
      />
      <p className={classes.quiet}>{texts.usage.counted}</p>
      {error ? (
        <ErrorState
          title={texts.usage.notFound}
          error={error}
          hint="The usage could not be read."
          onRetry={() => void run()}
        />
      ) : !data ? (
        <LoadingMessage message={texts.usage.fetching} />
      ) : data.length === 0 ? (
        <EmptyState
          title={texts.usage.notFound}
          hint="No meeting began in this region on these days (UTC). Choose another range above."
        />
      ) : (
        <Days usage={data} />
      )}
    </ScreenPage>
  )
}

/** A value for each site on every day that has one. */
function perSite(usage: readonly SiteUsage[]) {
  const days = [...new Set(usage.map(({ date }) => date))].toSorted()
  const series = [...new Set(usage.map(({ webex_site_name }) => webex_site_name))]
  const counts = new Map(
    usage.map(({ date, webex_site_name, count }) => [`${date} ${webex_site_name}`, count]),
  )
  return {
    series,
    days: days.map(day => ({ day, values: series.map(site => counts.get(`${day} ${site}`) ?? 0) })),
  }
}

function Days({ usage }: { usage: readonly SiteUsage[] }) {
  const days = [...new Set(usage.map(({ date }) => date))]
  const plotted = useMemo(() => perSite(usage), [usage])
  const most = Math.max(...usage.map(({ count }) => count))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Days">
      <DayChart isStacked label="Meetings per day and site (UTC)" format={String} {...plotted} />
      <ol className={classes.values}>
        {days.map(date => (
          <li key={date} className={rail.event}>
            <time className={rail.when} dateTime={date}>
              {formatDay(date, 'gmt')}
            </time>
            <div className={rail.what}>
              <table className={rail.fields} aria-label={`Sites on ${formatDay(date, 'gmt')}`}>
                <thead>
                  <tr>
                    <th scope="col">webex_site_name</th>
                    <th scope="col">count</th>
                  </tr>
                </thead>
                <tbody>
                  {usage
                    .filter(day => day.date === date)
                    .map(({ webex_site_name, count }) => (
                      <tr key={webex_site_name}>
                        <th scope="row">{webex_site_name}</th>
                        <td>
                          <span className={classes.bars}>
                            {count}
                            <span
                              className={classes.bar}
                              style={{ width: `${(count / most) * 160}px` }}
                              aria-hidden
                            />
                          </span>
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
