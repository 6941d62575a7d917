import { counted, HOUR_MS, type ManuscriptActivity, type ManuscriptReturn, plural } from '@livetap/contract'
import { projectActivity } from '@livetap/contract/calls/manuscripts'
import { useMemo } from 'react'
import { DayChart } from '../../../shared/charts/day-chart'
import { useListQuery } from '../../../shared/remote/list-queries'
import { useApi } from '../../../shared/session/session-context'
import { RelativeTime } from '../../../shared/time/relative-time'
import classes from '../manuscripts.module.css'
import { MANUSCRIPTS } from '../use-project-actions'

interface Props {
  id: string
  /** How soon it is asked for again by itself; false: never. */
  refreshMs: number | false
}

/** What was sent and came back by day, each return, and who changed the project. */
export function ProjectActivity({ id, refreshMs }: Props) {
  const api = useApi()
  const { data, error } = useListQuery(
    [MANUSCRIPTS, 'activity', id],
    signal => api.call(projectActivity, { params: { id } }, { signal }),
    () => refreshMs,
  )
  if (error && !data) return <p className={classes.quiet}>What happened could not be read: {error.message}</p>
  if (!data) return null
  return (
    <>
      <h2 className={classes.part}>Sent and received</h2>
      {data.days.length === 0 ? (
        <p className={classes.quiet}>
          Nothing was sent yet. An active project is filled with matching shards.
        </p>
      ) : (
        <SentAndReceived days={data.days} />
      )}
      <Returns returns={data.returns} />
      <History changes={data.changes} />
    </>
  )
}

function SentAndReceived({ days }: Pick<ManuscriptActivity, 'days'>) {
  const hours = useMemo(
    () =>
      days.map(({ day, sent_ms, received_ms }) => ({
        day,
        values: [sent_ms / HOUR_MS, received_ms / HOUR_MS],
      })),
    [days],
  )
  return (
    <div className={classes.chart}>
      <DayChart label="Hours by day, UTC" series={series} days={hours} format={hoursOf} />
    </div>
  )
}

const series = ['Sent', 'Received']

/** A day may hold seconds: figures that differ from zero. */
const hoursOf = (hours: number) => String(Number(hours.toPrecision(3)))

function Returns({ returns }: { returns: readonly ManuscriptReturn[] }) {
  if (returns.length === 0) return null
  return (
    <>
      <h2 className={classes.part}>What came back</h2>
      <ul className={classes.list}>
        {returns.map(({ file, returned_at, returned_by, received, unmatched, unmatched_total }) => (
          <li key={`${returned_at}${file}`}>
            <span className={classes.quiet}>
              <RelativeTime at={returned_at} />
            </span>{' '}
            {received} {plural(received, 'transcript')} by {returned_by}
            {file && ` from ${file}`}
            {unmatched_total > 0 && (
              <details>
                <summary>{counted(unmatched_total, 'file does', 'files do')} not match</summary>
                <ul>
                  {unmatched.map(({ name, reason }) => (
                    <li key={name}>
                      <span className="mono">{name}</span> {reason}
                    </li>
                  ))}
                  {unmatched_total > unmatched.length && (
                    <li>and {unmatched_total - unmatched.length} more</li>
                  )}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function History({ changes }: { changes: ManuscriptActivity['changes'] }) {
  return (
    <>
      <h2 className={classes.part}>Changes</h2>
      <ul className={classes.list}>
        {changes.map(({ version, changed_at, changed_by, what }) => (
          <li key={version}>
            <span className={classes.quiet}>
              <RelativeTime at={changed_at} />
            </span>{' '}
            {changed_by}: {what}
          </li>
        ))}
      </ul>
    </>
  )
}
