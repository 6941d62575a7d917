import type { ConferenceState, ConferenceType } from '@livetap/contract'

/** A series that was scheduled, or one time that a meeting was held. */
export interface StoredConference {
  id: string
  series: string
  number: string
  title: string
  type: ConferenceType
  state: ConferenceState
  start: Date
  end: Date | null
  sip_address: string
  host_user_id: string
  host_email: string
  site_name: string
  /** Where it is in a list, finer than a Date: a cursor made of it skips nothing. */
  position: string
}

export interface ConferenceFilter {
  hostUserId: string
  type?: ConferenceType
  state?: ConferenceState
  series?: string
  number?: string
  from?: Date
  to?: Date
  after?: { position: string; id: string }
  limit: number
}

export interface NewSeries {
  title: string
  hostUserId: string
  hostEmail: string
  siteId: string
  siteName: string
  start: Date
  end: Date
}

/** People write numbers in groups: '2512 345 6789'. */
export const plainNumber = (text: string) => text.replaceAll(/[\s-]/g, '')
