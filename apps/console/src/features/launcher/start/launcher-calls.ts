import type {
  Choices,
  CustomPhrase,
  Meeting,
  MeetingCreateBody,
  RecentMeetingsAnswer,
} from '@livetap/contract'
import { getChoices } from '@livetap/contract/endpoints/choices'
import { createMeeting, dropMeeting, setCustomPhrases } from '@livetap/contract/endpoints/live-meetings'
import { listConferences, lookUpConference } from '@livetap/contract/endpoints/lookups'
import { recentMeetings } from '@livetap/contract/endpoints/meetings'
import type { ApiClient } from '@livetap/session'

/** The remote calls of the launcher; each that takes a signal ends with it. */
export interface LauncherCalls {
  createMeeting(query: CreateQuery, body: MeetingCreateBody): Promise<Meeting>
  drop(meetingId: string): Promise<void>
  setCustomPhrases(meetingId: string, phrases: readonly CustomPhrase[], signal: AbortSignal): Promise<void>
  /** Resolves when the logs know this conference, rejects when they do not. */
  lookUpConference(webexId: string, signal: AbortSignal): Promise<void>
  /** The id of the newest conference with this number in this series, null when there is none. */
  findInSeries(query: SeriesQuery, signal: AbortSignal): Promise<string | null>
  choices(signal: AbortSignal): Promise<Choices>
  recent(signal: AbortSignal): Promise<RecentMeetingsAnswer>
}

export interface CreateQuery {
  client_region: string
  skip_load_balancing: boolean
  webex_site_id: string
  webex_site_name: string
}

export interface SeriesQuery {
  meetingSeriesId: string
  meetingNumber: string
  from?: string
}

export const recentLimit = 100

export function launcherCalls(api: ApiClient): LauncherCalls {
  return {
    createMeeting: (query, body) => api.call(createMeeting, { query, body }),
    drop: id => api.send(dropMeeting, { params: { id } }),
    setCustomPhrases: (id, phrases, signal) =>
      api.send(setCustomPhrases, { params: { id }, body: { custom_phrases: [...phrases] } }, { signal }),
    lookUpConference: (webexId, signal) => api.send(lookUpConference, { params: { webexId } }, { signal }),
    async findInSeries(query, signal) {
      const { items } = await api.call(listConferences, { query: { max: 1, ...query } }, { signal })
      return items[0]?.id ?? null
    },
    choices: signal => api.call(getChoices, {}, { signal }),
    recent: signal => api.call(recentMeetings, { query: { recent: recentLimit } }, { signal }),
  }
}
