import {
  fillRoute,
  type LauncherMode,
  manuscriptsPath,
  openMeetingPath,
  routes,
  texts,
} from '@livetap/contract'
import { parseMoment, parseRange } from '../../../shared/dates/date-range'
import type { LauncherValues } from '../form/launcher-form'
import { addAssistant } from './start-assistant'
import type { StartContext, StartResult } from './start-context'
import { createMeeting } from './start-create'
import { findConference } from './start-lookup'
import { uploadAll } from './start-upload'

/** Runs a mode with values that passed the form's check. What it started ends with `context.signal`. */
export async function startMode(
  mode: LauncherMode,
  values: LauncherValues,
  context: StartContext,
): Promise<StartResult> {
  const meetingId = values.meeting_id.trim()
  switch (mode) {
    case 'create_meeting':
      return await createMeeting(values, context)
    case 'create_meeting_proxy':
      return open(fillRoute(routes.liveAsr, {}))
    case 'add_eva':
      return await addAssistant(values, context)
    case 'upload_audio':
      return await uploadAll(values, context)
    case 'open_meeting':
      return open(openMeetingPath(meetingId))
    case 'open_local_meeting':
      context.handOver('transcripts_file', values.transcripts_file[0])
      context.handOver('local_audio_file', values.local_audio_file[0])
      return open(routes.pastLocal)
    case 'open_meeting_trainable':
      return open(
        fillRoute(routes.pastTrainable, { trainable_meeting_id: values.trainable_meeting_id.trim() }),
      )
    case 'open_meeting_stats': {
      const range = rangeOf(values.meeting_date_range_filter)
      const dates = { meeting_start_date: range.startMs, meeting_end_date: range.endMs }
      return open(fillRoute(routes.pastStats, { meeting_id: meetingId, ...dates }))
    }
    case 'open_audio_ledgers_meeting_stats':
      return open(fillRoute(routes.audioLedgersStats, { meeting_id: meetingId }))
    case 'open_meeting_train':
      return open(trainPath(values))
    case 'open_my_live_meetings':
      return open(routes.userLiveMeetings)
    case 'open_my_past_meetings':
      return open(
        fillRoute(routes.userPastMeetings, {
          meeting_date_from_filter: parseMoment(values.meeting_date_from_filter)?.startMs,
          meeting_date_to_filter: parseMoment(values.meeting_date_to_filter)?.endMs,
          meeting_records_amount: values.meeting_records_amount.trim(),
        }),
      )
    case 'get_meeting':
      return await findConference(values, context)
    case 'manuscripts':
      return open(manuscriptsPath(manuscriptFilters(values)))
    case 'trainable_shard':
      return open(fillRoute(routes.trainableShard, { shard_id: values.trainable_shard_id.trim() }))
    case 'get_vendor_tags':
      context.onProgress({ text: texts.launcher.progressFetchingVendorTags })
      context.handOver('vendor_tags_file', values.vendor_tags_file[0]!)
      return open(routes.vendorTags)
    case 'discovery_worker_cluster_capacities':
      return open(routes.clusterCapacities)
    case 'per_site_usage': {
      const range = rangeOf(values.per_site_stats_date_range_filter)
      return open(
        fillRoute(routes.perSiteUsage, {
          client_region: values.client_region.trim(),
          start_date: range.startMs,
          end_date: range.endMs,
        }),
      )
    }
  }
}

const open = (path: string): StartResult => ({ kind: 'open', path })

function rangeOf(text: string) {
  const range = parseRange(text)
  if (!range) throw new Error(`${text} is no date range`)
  return range
}

function trainPath(values: LauncherValues): string {
  const path = fillRoute(routes.pastTrain, { client_region: values.client_region.trim() })
  if (values.languages.length === 0) return path
  return `${path}?${new URLSearchParams({ languages: values.languages.join(',') })}`
}

const manuscriptFilters = (values: LauncherValues) => ({
  manuscript_id: values.manuscript_id.trim(),
  manuscript_vendor: values.manuscript_vendor.trim(),
  manuscript_language: values.manuscript_language,
  manuscript_status: values.manuscript_status,
  manuscript_name: values.manuscript_name.trim(),
})
