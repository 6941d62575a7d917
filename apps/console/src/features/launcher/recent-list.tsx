import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatMoment } from '../../shared/dates/date-range'
import { relativeText } from '../../shared/dates/relative-text'
import { shortenMiddle } from '../../shared/ui/shorten-middle'
import classes from './launcher.module.css'
import type { RecentRow } from './recent-rows'

interface Props {
  name: string
  heading: string
  rows: readonly RecentRow[]
  /** Said when there are none; without it an empty list is not shown. */
  empty?: string
}

export function RecentList({ name, heading, rows, empty }: Props) {
  if (rows.length === 0 && !empty) return null
  return (
    <section className={classes.sideList} aria-label={name}>
      <h3 className={classes.sideHeading}>
        {heading} <span className={classes.count}>{rows.length}</span>
      </h3>
      {rows.length === 0 ? (
        <Text size="xs" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ul>
          {rows.map(({ meetingId, title, path, atMs, live }) => (
            <li key={meetingId}>
              <Anchor component={Link} to={path} className={classes.rowTitle} title={meetingId}>
                {title || <span className="mono">{shortenMiddle(meetingId, 30)}</span>}
              </Anchor>
              <span className={classes.rowSide}>
                {live && <span className={classes.live}>live</span>}
                <time dateTime={new Date(atMs).toISOString()} title={`${formatMoment(atMs)} UTC`}>
                  {relativeText(atMs, Date.now())}
                </time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
