import { type DateZone, formatDate, type Moment, toDateTime } from './format-date'

/** The exact date in figures that line up. */
export function DateText({ moment, zone = 'local' }: { moment: Moment; zone?: DateZone }) {
  const date = toDateTime(moment, zone)
  return (
    <time className="tabular" dateTime={date.toISO() ?? undefined}>
      {formatDate(moment, zone)}
    </time>
  )
}
