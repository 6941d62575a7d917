import { useState } from 'react'
import { useEnv } from '../../shared/session/session-context'
import { type AskedRange, rangeOf } from './list-filters'

/** The range of a list as it is shown, and as a question of this moment needs it; `asked` is fixed while mounted. */
export function useListRange(asked: AskedRange) {
  const { default_past_days: pastDays } = useEnv()
  const [openedMs] = useState(() => Date.now())
  const [shownMs, setShownMs] = useState(openedMs)
  return {
    shown: rangeOf(asked, { openedMs, nowMs: shownMs, pastDays }),
    current() {
      const nowMs = Date.now()
      setShownMs(nowMs)
      const { startMs, endMs } = rangeOf(asked, { openedMs, nowMs, pastDays })
      return { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() }
    },
  }
}
