import { relativeText } from '../../shared/dates/relative-text'
import { formatDate } from '../../shared/time/format-date'

/** The exact moment, how long ago on hover. */
export function When({ moment }: { moment: string | undefined }) {
  if (moment === undefined) return null
  return (
    <time dateTime={moment} title={relativeText(Date.parse(moment), Date.now())}>
      {formatDate(moment)}
    </time>
  )
}
