import { texts } from '@livetap/contract'
import { useState } from 'react'
import { type DateZone, formatDate, formatDay, formatTime } from '../../shared/time/format-date'
import { useToasts } from '../../shared/ui/feedback/toasts'

export type DateTexts = ReturnType<typeof useDateZone>

/** Dates of this browser's zone or GMT, and the button that changes it. */
export function useDateZone() {
  const toasts = useToasts()
  const [zone, setZone] = useState<DateZone>('local')
  return {
    zone,
    /** Of the same zone, without the other. */
    day: (moment: string) => formatDay(moment, zone),
    time: (moment: string) => formatTime(moment, zone),
    show: (moment: string) => formatDate(moment, zone) || moment,
    label: zone === 'local' ? texts.stats.toGmt : texts.stats.toLocal,
    toggle: () => {
      const next = zone === 'local' ? 'gmt' : 'local'
      setZone(next)
      toasts.info(next === 'gmt' ? texts.stats.gmtDate : texts.stats.localDate)
    },
  }
}
