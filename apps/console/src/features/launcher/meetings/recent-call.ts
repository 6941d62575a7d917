import type { RecentMeetingsAnswer } from '@livetap/contract'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import type { ApiClient } from '@livetap/session'

/** Of the newest meetings, those that ran within a time, have a text, are in a state, are one's own or were shared with one. */
export interface MeetingSearch {
  find?: string
  from?: string
  to?: string
  state?: 'live' | 'transcribing' | 'failed'
  host?: 'me' | 'shared'
}

type RecentCall = (
  signal: AbortSignal,
  search?: MeetingSearch,
  limit?: number,
) => Promise<RecentMeetingsAnswer>

const RECENT_LIMIT = 100

export function recentCall(api: ApiClient): RecentCall {
  return (signal, search = {}, limit = RECENT_LIMIT) =>
    api.call(recentMeetings, { query: { recent: limit, ...search } }, { signal })
}
