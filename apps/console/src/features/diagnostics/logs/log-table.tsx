import type { LogEntryWire } from '@livetap/contract'
import { Anchor } from '@mantine/core'
import { Fragment, useState } from 'react'
import { PlayMoment } from '../../../shared/meeting-hub/play-moment'
import { shortenMiddle } from '../../../shared/ui/lists/shorten-middle'
import classes from '../diagnostics.module.css'
import { LogDetail } from './log-detail'

interface Props {
  entries: readonly LogEntryWire[]
  show: (moment: string) => string
  onFilter: (change: Record<string, string>) => void
}

export function LogTable({ entries, show, onFilter }: Props) {
  const [open, setOpen] = useState<string>()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={classes.framed} tabIndex={0} aria-label="Entries">
      <table className={`${classes.table} ${classes.logs}`}>
        <thead>
          <tr>
            {['Time', 'Severity', 'Service', 'Message', 'Metric', 'Meeting', 'Pod'].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => (
            <Fragment key={entry.id}>
              <tr>
                <th scope="row">
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    aria-expanded={open === entry.id}
                    onClick={() => setOpen(open === entry.id ? undefined : entry.id)}
                  >
                    {show(entry.time)}
                  </Anchor>
                  <PlayMoment time={entry.time} />
                </th>
                <td className={classes.severity} data-severity={entry.severity}>
                  {entry.severity}
                </td>
                <td>{entry.service}</td>
                <td>{entry.message}</td>
                <td className={classes.quiet}>{entry.metric}</td>
                <td className={classes.quiet} title={entry.meeting ?? undefined}>
                  {entry.meeting && shortenMiddle(entry.meeting, 16)}
                </td>
                <td className={classes.quiet} title={entry.pod}>
                  {shortenMiddle(entry.pod, 16)}
                </td>
              </tr>
              {open === entry.id && (
                <tr>
                  <td colSpan={7}>
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
