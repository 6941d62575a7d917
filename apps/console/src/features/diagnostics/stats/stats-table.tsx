import { texts } from '@livetap/contract'
import { type StatsRow, statsGroups } from '@livetap/session'
import { Anchor, Loader } from '@mantine/core'
import { Link } from 'react-router'
import classes from '../diagnostics.module.css'

/** A meeting whose values are beside the first one's. */
export interface ComparedMeeting {
  meetingId: string
  rows: readonly StatsRow[]
}

interface TableProps {
  meetingId: string
  rows: readonly StatsRow[]
  show: (moment: string) => string
  other?: ComparedMeeting
  hidesMissing?: boolean
}

const isMissing = (row: StatsRow | undefined) => row !== undefined && !row.found && !row.loading

export function StatsTable({ meetingId, rows, show, other, hidesMissing = false }: TableProps) {
  const otherRows = new Map(other?.rows.map(row => [row.id, row]))
  const shown = hidesMissing
    ? rows.filter(row => !isMissing(row) || (other && !isMissing(otherRows.get(row.id))))
    : rows
  const groups = Object.entries(statsGroups).map(([group, title]) => ({
    group,
    title,
    rows: shown.filter(row => row.group === group),
  }))
  const columns = other ? 4 : 3
  return (
    <div className={classes.framed}>
      <table className={`${classes.table} ${classes.stats}`}>
        <thead>
          <tr>
            <th scope="col">{texts.stats.metrics}</th>
            <th scope="col">{texts.stats.values}</th>
            {other && <th scope="col">Compared with</th>}
            <th scope="col">{texts.stats.stackdriverUrl}</th>
          </tr>
        </thead>
        {groups.map(({ group, title, rows }) => (
          <tbody key={group} hidden={rows.length === 0 && group !== 'meeting'}>
            <tr className={classes.group}>
              <th scope="rowgroup" colSpan={columns}>
                {title}
              </th>
            </tr>
            {group === 'meeting' && (
              <tr>
                <th scope="row">Meeting id</th>
                <td className="mono">{meetingId}</td>
                {other && <td className="mono">{other.meetingId}</td>}
                <td />
              </tr>
            )}
            {rows.map(row => (
              <tr key={row.id} data-row={row.id} data-missing={isMissing(row)}>
                <th scope="row">{row.label}</th>
                <Cell row={row} show={show} />
                {other && <Cell row={otherRows.get(row.id)} show={show} />}
                <td>{row.url && <LogsLink url={row.url} label={row.label} />}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Cell({ row, show }: { row: StatsRow | undefined; show: (moment: string) => string }) {
  if (!row) return <td />
  return (
    <td aria-busy={row.loading}>
      {row.loading ? (
        <Loader size={14} aria-label={`Loading ${row.label}`} />
      ) : (
        <Values row={row} show={show} />
      )}
    </td>
  )
}

/** Our own log explorer opens here, another one in a tab of its own. */
function LogsLink({ url, label }: { url: string; label: string }) {
  const shown = { size: 'sm', 'aria-label': `Log entries of ${label}`, children: 'Open logs' } as const
  return url.startsWith('/') ? (
    <Anchor component={Link} to={url} {...shown} />
  ) : (
    <Anchor href={url} target="_blank" rel="noreferrer" {...shown} />
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
