import {
  type Choices,
  type CustomPhrase,
  choicesSchema,
  type Meeting,
  type MeetingCreateBody,
  meetingSchema,
  type RecentMeetingsAnswer,
  recentMeetingsAnswerSchema,
} from '@livetap/contract'
import type { AnswerSchema, ApiClient } from '@livetap/session'

/** The remote calls of the launcher; each ends with its signal. */
export interface LauncherCalls {
  createMeeting(query: CreateQuery, body: MeetingCreateBody, signal: AbortSignal): Promise<Meeting>
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

export const recentLimit = 20

export function launcherCalls(api: ApiClient): LauncherCalls {
  return {
    createMeeting: (query, body, signal) =>
      api.call('partner', {
        method: 'POST',
        path: '/web/meetings',
        query: { ...query },
        body,
        schema: meetingSchema,
        signal,
      }),
    setCustomPhrases: (meetingId, phrases, signal) =>
      api.call('partner', {
        method: 'PATCH',
        path: `/web/meetings/${encodeURIComponent(meetingId)}`,
        body: { custom_phrases: phrases },
        signal,
      }),
    lookUpConference: (webexId, signal) =>
      api.call('backend', { path: `/webex_meeting/${encodeURIComponent(webexId)}`, signal }),
    findInSeries: (query, signal) =>
      api.call('webex', { path: '/meetings', query: { max: 1, ...query }, schema: firstItemId, signal }),
    choices: signal => api.call('partner', { path: '/web/choices', schema: choicesSchema, signal }),
    recent: signal =>
      api.call('partner', {
        path: '/web/meetings',
        query: { recent: recentLimit },
        schema: recentMeetingsAnswerSchema,
        signal,
      }),
  }
}

/** Of `{items: [{id, …}]}` only the first id is wanted; what else an item holds is another screen's matter. */
const firstItemId: AnswerSchema<string | null> = {
  safeParse(input) {
    const items = (input as { items?: unknown } | null)?.items
    if (!Array.isArray(items)) return { success: false, error: { message: 'items is no list' } }
    const id = (items[0] as { id?: unknown } | undefined)?.id
    return { success: true, data: typeof id === 'string' ? id : null }
  },
}
