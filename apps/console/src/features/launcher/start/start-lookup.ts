import { fillRoute, routes, texts } from '@livetap/contract'
import { parseRange } from '../../../shared/dates/date-range'
import type { LauncherValues } from '../form/launcher-form'
import { failingAs } from './failing-as'
import type { StartContext, StartResult } from './start-context'
import { StartError } from './start-error'

/** By id: that conference. By number: all its meetings, or the newest of a series. Without either: an error. */
export async function findConference(values: LauncherValues, context: StartContext): Promise<StartResult> {
  const id = values.webex_meeting_id.trim()
  const number = values.webex_meeting_number.replaceAll(' ', '')
  const series = values.webex_meeting_series.trim()
  const range = parseRange(values.user_meeting_date_range_filter)
  if (id) return await byId(id, context)
  if (!number) throw new StartError('missing_filter', texts.launcher.fillIdOrNumber)
  if (series) return await bySeries(series, number, range?.startMs, context)
  const dates = { meeting_start_date: range?.startMs, meeting_end_date: range?.endMs }
  return { kind: 'open', path: fillRoute(routes.filteredMeetings, { meeting_number: number, ...dates }) }
}

async function byId(id: string, context: StartContext): Promise<StartResult> {
  context.onProgress({ text: texts.launcher.progressFetchingFromStackdriver })
  await failingAs('lookup', texts.launcher.meetingNotFound, context.signal, () =>
    context.calls.lookUpConference(id, context.signal),
  )
  return conference(id)
}

async function bySeries(
  series: string,
  number: string,
  fromMs: number | undefined,
  context: StartContext,
): Promise<StartResult> {
  context.onProgress({ text: texts.launcher.progressFetchingMeetingId })
  const query = {
    meetingSeriesId: series,
    meetingNumber: number,
    from: fromMs === undefined ? undefined : new Date(fromMs).toISOString(),
  }
  const id = await failingAs('lookup', texts.launcher.meetingNotFound, context.signal, () =>
    context.calls.findInSeries(query, context.signal),
  )
  if (id === null) throw new StartError('lookup', texts.launcher.meetingNotFound)
  return conference(id)
}

const conference = (id: string): StartResult => ({
  kind: 'open',
  path: fillRoute(routes.webexMeeting, { meeting_id: id }),
})
