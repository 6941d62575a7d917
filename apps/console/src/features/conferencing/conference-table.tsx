import type { Conference } from '@livetap/contract'
import { RelativeTime } from '../../shared/time/relative-time'
import classes from './conferencing.module.css'
import {
  CopyableCell,
  DiagnosticLinks,
  livetapPath,
  ResolvedIdCell,
  ResolvedLink,
  WebexLink,
} from './resolved-cells'
import { OpenConference } from './scheduled-meetings'
import type { ConferenceResolver } from './use-resolver'

const headers = [
  'Title',
  'Voicea Meeting ID',
  'State',
  'Start',
  'End',
  'Livetap Link',
  'Webex Link',
  'Stats',
  'Number',
] as const

/** One conference, and the ways from it. */
export function ConferenceTable({ resolver, row }: { resolver: ConferenceResolver; row: Conference }) {
  const common = { resolver, row, tabIndex: 0 }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={classes.framed} tabIndex={0} aria-label="Webex meeting">
      <table className={classes.table}>
        <thead>
          <tr>
            {headers.map(header => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{row.title}</th>
            <td>
              <ResolvedIdCell {...common} />
            </td>
            <td>
              <span className={classes.state} data-state={row.state}>
                {row.state}
              </span>{' '}
              {row.canOpen && <OpenConference row={row} />}
            </td>
            <td>{row.start !== undefined && <RelativeTime at={row.start} />}</td>
            <td>{row.end !== undefined && <RelativeTime at={row.end} />}</td>
            <td>
              <ResolvedLink {...common} label="Livetap" what="page of" path={livetapPath} />
            </td>
            <td>
              <WebexLink row={row} tabIndex={0} />
            </td>
            <td>
              <DiagnosticLinks {...common} />
            </td>
            <td>
              {row.meetingNumber && (
                <CopyableCell value={row.meetingNumber} label="meeting number" tabIndex={0} />
              )}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}
