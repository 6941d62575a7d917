import { CONFERENCE_ENDED, type Conference, MAX_CONFERENCES_PER_PAGE } from '@livetap/contract'
import { listConferences } from '@livetap/contract/calls/conferencing'
import { lookUpConference, lookUpConferenceNumber } from '@livetap/contract/calls/lookups'
import type { InputOf } from '@livetap/contract/wire/endpoint'
import type { ApiClient } from '../api-client'
import { ApiError } from '../api-error'
import { backoff, retryWhenBusy } from '../retry'

const providerRetryPolicy = backoff({ firstMs: 500, longestMs: 8_000, attempts: 5, spread: true })

type ConferenceQuery = NonNullable<InputOf<typeof listConferences>['query']>

/** Up to `amount` conferences, page by page as the provider gives them; `onPage` gets what there is by then. */
export async function loadConferences(
  api: Pick<ApiClient, 'call'>,
  query: Omit<ConferenceQuery, 'max'>,
  amount: number,
  signal: AbortSignal,
  onPage?: (soFar: Conference[]) => void,
): Promise<Conference[]> {
  const found = new Map<string, Conference>()
  let next: ConferenceQuery | undefined = { ...query, max: Math.min(amount, MAX_CONFERENCES_PER_PAGE) }
  while (next && found.size < amount) {
    const asked: ConferenceQuery = next
    let link: string | null = null
    const onHeaders = (headers: Headers) => {
      link = headers.get('link')
    }
    const { items } = await retryWhenBusy(
      () => api.call(listConferences, { query: asked }, { signal, onHeaders }),
      providerRetryPolicy,
      signal,
    )
    const before = found.size
    for (const conference of items) found.set(conference.id, conference)
    // A page that brings nothing new would lead on for ever.
    next = found.size > before ? (nextPage(link) as ConferenceQuery | undefined) : undefined
    if (next && found.size < amount) onPage?.([...found.values()])
  }
  return [...found.values()].slice(0, amount)
}

/** Our id of a conference, null when there is none: of an ended one by its id and times, else by its number. */
export async function lookUpMeetingId(
  api: Pick<ApiClient, 'call'>,
  conference: Pick<Conference, 'id' | 'meetingNumber' | 'state' | 'start' | 'end'>,
  signal: AbortSignal,
): Promise<string | null> {
  const { id, meetingNumber, state, start, end } = conference
  const ask = () =>
    state === CONFERENCE_ENDED
      ? api.call(lookUpConference, { params: { webexId: id }, query: { start, end } }, { signal })
      : api.call(lookUpConferenceNumber, { params: { number: meetingNumber } }, { signal })
  if (state !== CONFERENCE_ENDED && !meetingNumber) return null
  try {
    return (await retryWhenBusy(ask, providerRetryPolicy, signal)).VOICEA_MEETING_ID
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/**
 * The question that a Link header with rel="next" leads to, undefined on the last page. Only its query is taken: the
 * call still goes to our own gateway, wherever the provider says it lives.
 */
function nextPage(link: string | null): Record<string, string> | undefined {
  for (const part of (link ?? '').split(/,\s*(?=<)/)) {
    const [, target, parameters] = /^<([^>]*)>(.*)$/.exec(part.trim()) ?? []
    if (target === undefined || !/;\s*rel="?next"?(;|$)/i.test(parameters ?? '')) continue
    return Object.fromEntries(new URL(target, 'http://gateway').searchParams)
  }
  return undefined
}
