import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatDate, type Moment, toDateTime } from './format-date'

const refreshMs = 30_000

/** "5 minutes ago", with the exact moment on hover. */
export function RelativeTime({ moment }: { moment: Moment }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  const date = toDateTime(moment)
  if (!date.isValid) return null
  const text = date.toRelative({ base: toDateTime(now), locale: 'en' })
  return (
    <Tooltip label={<span className="tabular">{formatDate(moment)}</span>}>
      <time dateTime={date.toISO() ?? undefined} className="tabular">
        {text}
      </time>
    </Tooltip>
  )
}
