import type { LogEntryWire } from '@livetap/contract'
import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import { PlayMoment } from '../../../shared/meeting-hub/play-moment'
import { shortenMiddle } from '../../../shared/ui/lists/shorten-middle'
import classes from '../diagnostics.module.css'
import type { DateTexts } from '../use-date-zone'
import { LogDetail } from './log-detail'

interface Props {
  entries: readonly LogEntryWire[]
  dates: Pick<DateTexts, 'day' | 'time'>
  /** The entry whose details are shown. */
  open: string | undefined
  onOpen: (id: string | undefined) => void
  onFilter: (change: Record<string, string>) => void
}

const COLUMNS = ['Time', 'Severity', 'Service', 'Message', 'Metric', 'Meeting', 'Pod']

const buttonId = (id: string) => `log-entry-${id}`

/** Brings an entry that is in the table into view. */
export const focusEntry = (id: string): void => document.getElementById(buttonId(id))?.focus()

/** Entries, newest first; a day is said once, above its times. */
export function LogTable({ entries, dates, open, onOpen, onFilter }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={classes.framed} tabIndex={0} aria-label="Entries">
      <table className={`${classes.table} ${classes.logs}`}>
        <thead>
          <tr>
            {COLUMNS.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <Fragment key={entry.id}>
              {dates.day(entry.time) !== dates.day(entries[index - 1]?.time ?? '') && (
                <tr className={classes.group}>
                  <th scope="rowgroup" colSpan={COLUMNS.length}>
                    {dates.day(entry.time)}
                  </th>
                </tr>
              )}
              <tr className={classes.entry} data-severity={entry.severity}>
                <th scope="row">
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    id={buttonId(entry.id)}
                    aria-expanded={open === entry.id}
                    onClick={() => onOpen(open === entry.id ? undefined : entry.id)}
                  >
                    {dates.time(entry.time)}
                  </Anchor>
                  <PlayMoment time={entry.time} />
                </th>
                <td className={classes.severity} data-severity={entry.severity}>
                  {entry.severity}
                </td>
                <td className={classes.short}>{entry.service}</td>
                <td className={classes.message}>{entry.message}</td>
                <td className={classes.quiet}>{entry.metric}</td>
                <td className={`${classes.quiet} ${classes.short}`} data-hint={entry.meeting ?? undefined}>
                  {entry.meeting && shortenMiddle(entry.meeting, 16)}
                </td>
                <td className={`${classes.quiet} ${classes.short}`} data-hint={entry.pod}>
                  {shortenMiddle(entry.pod, 16)}
                </td>
              </tr>
              {open === entry.id && (
                <tr>
                  <td colSpan={COLUMNS.length}>
                    <LogDetail entry={entry} onFilter={onFilter} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}
