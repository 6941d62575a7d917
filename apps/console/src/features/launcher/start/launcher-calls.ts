import type { Conference, CustomPhrase, Meeting, MeetingCreateBody } from '@livetap/contract'
import { getConference, listConferences } from '@livetap/contract/calls/conferencing'
import { createMeeting, dropMeeting, setCustomPhrases } from '@livetap/contract/calls/live-meetings'
import { lookUpConference } from '@livetap/contract/calls/lookups'
import { meetingStatus, renameMeeting } from '@livetap/contract/calls/meetings'
import type { ApiClient } from '@livetap/session'

/** The remote calls of a start; each that takes a signal ends with it. */
export interface LauncherCalls {
  createMeeting(query: CreateQuery, body: MeetingCreateBody): Promise<Meeting>
  drop(meetingId: string): Promise<void>
  rename(meetingId: string, title: string, signal: AbortSignal): Promise<void>
  setCustomPhrases(meetingId: string, phrases: readonly CustomPhrase[], signal: AbortSignal): Promise<void>
  /** Resolves when the logs know this conference, rejects when they do not. */
  lookUpConference(webexId: string, signal: AbortSignal): Promise<void>
  isKnown(meetingId: string, signal: AbortSignal): Promise<boolean>
  /** Our meeting of a conference; else the conference while it runs at the provider; null when no one knows it. */
  conference(webexId: string, signal: AbortSignal): Promise<Conference | string | null>
  /** The id of the newest conference with this number in this series, null when there is none. */
  findInSeries(query: SeriesQuery, signal: AbortSignal): Promise<string | null>
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

/** Null where it failed: the screen that is opened next says what is wrong. */
async function known<T>(asked: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const answer = await asked.catch(() => null)
  signal.throwIfAborted()
  return answer
}

export function launcherCalls(api: ApiClient): LauncherCalls {
  return {
    createMeeting: (query, body) => api.call(createMeeting, { query, body }),
    drop: id => api.send(dropMeeting, { params: { id } }),
    rename: (id, title, signal) => api.send(renameMeeting, { params: { id }, body: { title } }, { signal }),
    setCustomPhrases: (id, phrases, signal) =>
      api.send(setCustomPhrases, { params: { id }, body: { custom_phrases: [...phrases] } }, { signal }),
    lookUpConference: (webexId, signal) => api.send(lookUpConference, { params: { webexId } }, { signal }),
    isKnown: async (id, signal) =>
      (await known(api.call(meetingStatus, { params: { id } }, { signal }), signal)) !== null,
    async conference(webexId, signal) {
      const ours = await known(api.call(lookUpConference, { params: { webexId } }, { signal }), signal)
      if (ours) return ours.VOICEA_MEETING_ID
      const theirs = await known(api.call(getConference, { params: { id: webexId } }, { signal }), signal)
      return theirs?.state === 'inProgress' ? theirs : null
    },
    async findInSeries(query, signal) {
      const { items } = await api.call(listConferences, { query: { max: 1, ...query } }, { signal })
      return items[0]?.id ?? null
    },
  }
}
