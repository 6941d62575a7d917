import { type Action, diagnosticPaths, fillRoute, routes, screenActions } from '@livetap/contract'
import { IconChartBar, IconListSearch, IconNotebook, IconTimelineEvent } from '@tabler/icons-react'

/** The views that say what happened to a meeting and what became of it: those that one may open and of which something can be known. */
export function meetingLinks(
  meetingId: string,
  startMs: number | null | undefined,
  mayDo: (action: Action) => boolean,
) {
  const { stats, ledger, logs } = diagnosticPaths(meetingId, startMs)
  const all = [
    { view: 'audioLedgersStats', to: ledger, label: 'Timeline', Icon: IconTimelineEvent },
    { view: 'pastStats', to: stats, label: 'Statistics', Icon: IconChartBar },
    { view: 'logs', to: logs, label: 'Logs', Icon: IconListSearch },
    {
      view: 'pastTrainable',
      to: fillRoute(routes.pastTrainable, { trainable_meeting_id: meetingId }),
      label: 'Training',
      Icon: IconNotebook,
    },
  ] as const
  return all.flatMap(({ to, ...link }) =>
    to !== undefined && mayDo(screenActions[link.view]!) ? [{ to, ...link }] : [],
  )
}
