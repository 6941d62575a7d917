import { type Conference, fillRoute, routes } from '@livetap/contract'
import type { StoredConference } from './conference'

/** A conference in the provider's form. `origin` is what the caller's browser calls this server. */
export function conferenceWire(conference: StoredConference, origin: string): Conference {
  const { id, title, number, series, type, state, start, end, site_name, host_email } = conference
  return {
    id,
    title,
    meetingNumber: number,
    meetingSeriesId: series,
    meetingType: type,
    state,
    start: start.toISOString(),
    end: end?.toISOString(),
    sipAddress: conference.sip_address || sipAddress(number, site_name, new URL(origin).hostname),
    hostEmail: host_email,
    webLink: `${origin}${fillRoute(routes.webexMeeting, { meeting_id: id })}`,
    canOpen: type === 'meetingSeries' || undefined,
  }
}

/** Each site has a host name of its own: '25123456789@cisco-webex.livetap.example'. */
const sipAddress = (number: string, siteName: string, hostname: string) =>
  `${number}@${siteName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${hostname}`
