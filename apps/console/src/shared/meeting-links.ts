import { diagnosticPaths, fillRoute, routes } from '@livetap/contract'
import { IconChartBar, IconListSearch, IconNotebook, IconTimelineEvent } from '@tabler/icons-react'

/** The screens that tell what happened to a meeting and what became of it; those of which nothing can be known are left out. */
export function meetingLinks(meetingId: string, startMs: number | null | undefined) {
  const { stats, ledger, logs } = diagnosticPaths(meetingId, startMs)
  return [
    { to: stats, label: 'Meeting stats', Icon: IconChartBar },
    { to: ledger, label: 'Audio ledger', Icon: IconTimelineEvent },
    { to: logs, label: 'Log entries', Icon: IconListSearch },
    {
      to: fillRoute(routes.pastTrainable, { trainable_meeting_id: meetingId }),
      label: 'Training data',
      Icon: IconNotebook,
    },
  ].flatMap(({ to, ...link }) => (to === undefined ? [] : [{ to, ...link }]))
}
export type MeetingLink = ReturnType<typeof meetingLinks>[number]
