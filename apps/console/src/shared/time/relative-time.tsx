import { type DateZone, formatDate, type Moment, toMs } from './format-date'
import { relativeText } from './relative-text'

interface Props {
  at: Moment
  zone?: DateZone
}

/** A date in a list: how long ago, the exact moment on hover. */
export function RelativeTime({ at, zone }: Props) {
  const exact = formatDate(at, zone)
  // As an upstream has it: no date is no reason to show nothing.
  if (!exact) return String(at)
  const date = new Date(toMs(at))
  return (
    <time dateTime={date.toISOString()} data-hint={exact}>
      {relativeText(date.getTime(), Date.now())}
    </time>
  )
}
