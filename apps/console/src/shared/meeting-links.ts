import { diagnosticPaths, fillRoute, routes } from '@livetap/contract'
import { IconChartBar, IconListSearch, IconNotebook, IconTimelineEvent } from '@tabler/icons-react'

/** The views that say what happened to a meeting and what became of it; those of which nothing can be known are left out. */
export function meetingLinks(meetingId: string, startMs: number | null | undefined) {
  const { stats, ledger, logs } = diagnosticPaths(meetingId, startMs)
  return [
    { view: 'audioLedgersStats', to: ledger, label: 'Timeline', Icon: IconTimelineEvent },
    { view: 'pastStats', to: stats, label: 'Statistics', Icon: IconChartBar },
    { view: 'logs', to: logs, label: 'Logs', Icon: IconListSearch },
    {
      view: 'pastTrainable',
      to: fillRoute(routes.pastTrainable, { trainable_meeting_id: meetingId }),
      label: 'Training',
      Icon: IconNotebook,
    },
  ].flatMap(({ to, ...link }) => (to === undefined ? [] : [{ to, ...link }]))
}
