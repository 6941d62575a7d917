import { z } from 'zod'
import { defineEndpoint } from '../../wire/endpoint'
import { text } from '../../wire/text'
import {
  CONFERENCE_STATES,
  CONFERENCE_TYPES,
  conferenceSchema,
  lookupAnswerSchema,
  MAX_CONFERENCES_PER_PAGE,
} from './schemas'

/** The conferencing provider's meetings. */

const webex = { family: 'webex', entry: 'bearer' } as const
const instant = z.iso.datetime({
  offset: true,
  error: 'must be a date and time such as 2026-03-01T09:00:00Z',
})

export const listConferences = defineEndpoint({
  ...webex,
  name: 'listConferences',
  action: 'conferences.manage',
  summary:
    'Conferences hosted by the caller, newest first; a Link header with rel="next" leads to the next page',
  method: 'GET',
  path: '/meetings',
  query: z.object({
    /** Absent: meetings that were held, and series that were not opened yet. */
    meetingType: z.enum(CONFERENCE_TYPES).optional(),
    state: z.enum(CONFERENCE_STATES).optional(),
    participantEmail: text(320).optional(),
    hostEmail: text(320).optional(),
    meetingSeriesId: text(200).optional(),
    meetingNumber: text(40).optional(),
    /** Of the start: from is included, to is not. */
    from: instant.optional(),
    to: instant.optional(),
    max: z.coerce.number().int().min(1).max(MAX_CONFERENCES_PER_PAGE).optional(),
    /** Ours: where the page before ended, as its Link says. */
    after: text(200).optional(),
  }),
  answer: z.object({ items: z.array(conferenceSchema) }),
  errors: [403],
})

export const getConference = defineEndpoint({
  ...webex,
  name: 'getConference',
  action: 'conferences.manage',
  summary: 'One conference, by its own id or that of its series',
  method: 'GET',
  path: '/meetings/:id',
  answer: conferenceSchema,
  errors: [404],
})

export const scheduleConference = defineEndpoint({
  ...webex,
  name: 'scheduleConference',
  action: 'conferences.manage',
  summary: 'Schedules a conference',
  method: 'POST',
  path: '/meetings',
  body: z
    .object({ title: text(300).trim().min(1), start: instant, end: instant })
    .refine(({ start, end }) => Date.parse(end) > Date.parse(start), {
      path: ['end'],
      error: 'must be after the start',
    }),
  answer: conferenceSchema,
})

export const cancelConference = defineEndpoint({
  ...webex,
  name: 'cancelConference',
  action: 'conferences.manage',
  summary: 'Removes a scheduled conference; meetings that were held stay',
  method: 'DELETE',
  path: '/meetings/:id',
  errors: [403, 404],
})

export const openConference = defineEndpoint({
  ...webex,
  name: 'openConference',
  action: 'conferences.manage',
  summary: 'Opens a scheduled conference: makes its live meeting, or answers the one that runs',
  method: 'POST',
  path: '/meetings/:id/open',
  answer: lookupAnswerSchema,
  errors: [403, 404],
})
