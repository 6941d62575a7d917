import { diagnosticPaths } from '@livetap/contract'
import { IconChartBar, IconListSearch, IconTimelineEvent } from '@tabler/icons-react'

/** The screens that tell what happened to a meeting; those of which nothing can be known are left out. */
export function meetingWays(meetingId: string, startMs: number | null | undefined) {
  const { stats, ledger, logs } = diagnosticPaths(meetingId, startMs)
  return [
    { to: stats, label: 'Meeting stats', Icon: IconChartBar },
    { to: ledger, label: 'Audio ledger', Icon: IconTimelineEvent },
    { to: logs, label: 'Log entries', Icon: IconListSearch },
  ].flatMap(({ to, ...way }) => (to === undefined ? [] : [{ to, ...way }]))
}
export type MeetingWay = ReturnType<typeof meetingWays>[number]
