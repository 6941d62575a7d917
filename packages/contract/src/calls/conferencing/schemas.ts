import { z } from 'zod'

/** Meetings of the conferencing provider, in the form of its public API. What the console does not read passes by. */

const instant = z.iso.datetime({ offset: true })

/** A series is what was scheduled; a meeting is one time that it was held. */
export const CONFERENCE_TYPES = ['meetingSeries', 'scheduledMeeting', 'meeting'] as const
export type ConferenceType = (typeof CONFERENCE_TYPES)[number]

export const CONFERENCE_STATES = [
  'active',
  'scheduled',
  'ready',
  'lobby',
  'inProgress',
  'ended',
  'missed',
  'expired',
] as const
export type ConferenceState = (typeof CONFERENCE_STATES)[number]

export const CONFERENCE_ENDED = 'ended' satisfies ConferenceState
/** The greatest page that the provider gives. */
export const MAX_CONFERENCES_PER_PAGE = 100

/** A provider may leave out or add what it likes, and may know more states: only the id is sure. */
export const conferenceSchema = z.looseObject({
  id: z.string(),
  title: z.string().default(''),
  meetingNumber: z.string().default(''),
  meetingSeriesId: z.string().optional(),
  meetingType: z.string().optional(),
  state: z.string().default(''),
  start: instant.optional(),
  end: instant.optional(),
  sipAddress: z.string().default(''),
  hostEmail: z.string().default(''),
  webLink: z.string().default(''),
  /** Ours: it can be opened here, which makes the live meeting. */
  canOpen: z.boolean().optional(),
})
export type Conference = z.infer<typeof conferenceSchema>

/** Lookups by what people know of a conference. */
export const lookupAnswerSchema = z.object({ VOICEA_MEETING_ID: z.string() })

export const filteredMeetingSchema = z.object({
  webex_meeting_id: z.string(),
  VOICEA_MEETING_ID: z.string(),
  timestamp: instant,
  transcripts_length: z.int().min(0),
  /** Where the recording can be fetched; null while there is none. */
  audio_url: z.string().nullable(),
})
export const filteredMeetingReading = filteredMeetingSchema.extend({
  audio_url: z.string().nullable().default(null),
})
export type FilteredMeeting = z.infer<typeof filteredMeetingReading>
