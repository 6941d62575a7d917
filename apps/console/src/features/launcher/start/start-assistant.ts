import { type Conference, fillRoute, routes, texts } from '@livetap/contract'
import type { LauncherValues } from '../form/launcher-form'
import type { StartContext, StartResult } from './start-context'
import { createMeeting } from './start-create'

/**
 * Opens the running meeting of this id. A meeting that only the conferencing provider knows gets one of ours, which
 * keeps the provider's ids.
 */
export async function addAssistant(values: LauncherValues, context: StartContext): Promise<StartResult> {
  const id = values.meeting_id.trim()
  const { calls, signal, onProgress } = context
  onProgress({ text: texts.launcher.progressFetchingMeetingId })
  const isOurs = await calls.isKnown(id, signal)
  signal.throwIfAborted()
  if (isOurs) return open(id)
  onProgress({ text: texts.launcher.progressFetchingFromStackdriver })
  const conference = await calls.conference(id, signal)
  signal.throwIfAborted()
  if (conference === null) return open(id)
  if (typeof conference === 'string') return open(conference)
  return await createMeeting(values, context, idsOf(conference))
}

const open = (meeting_id: string): StartResult => ({
  kind: 'open',
  path: fillRoute(routes.live, { meeting_id }),
})

const idsOf = ({ id, meetingNumber, meetingSeriesId, title }: Conference) => ({
  conference: {
    id,
    number: meetingNumber || undefined,
    series: meetingSeriesId || undefined,
  },
  title: title.slice(0, 300) || undefined,
})
