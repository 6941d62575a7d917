import { z } from 'zod'
import { defineEndpoint } from '../../wire/endpoint'
import { text } from '../../wire/text'
import { filteredMeetingReading, filteredMeetingSchema, lookupAnswerSchema } from '../conferencing/schemas'

/** From a conference, by the ids and numbers that people know, to our meeting. */

const backend = { family: 'backend', entry: 'bearer', method: 'GET' } as const
const instant = z.iso
  .datetime({ offset: true, error: 'must be a date and time such as 2026-03-01T09:00:00Z' })
  .optional()

export const lookUpConference = defineEndpoint({
  ...backend,
  name: 'lookUpConference',
  action: 'meetings.list',
  summary: 'The newest meeting of a conference, within start and end where they are given',
  path: '/webex_meeting/:webexId',
  query: z.object({ start: instant, end: instant }),
  answer: lookupAnswerSchema,
  errors: [404],
})

export const lookUpConferenceNumber = defineEndpoint({
  ...backend,
  name: 'lookUpConferenceNumber',
  action: 'meetings.list',
  summary: 'The meeting that runs under a conference number, else the newest that did',
  path: '/webex_meeting_number/:number',
  answer: lookupAnswerSchema,
  errors: [404],
})

export const meetingsData = defineEndpoint({
  ...backend,
  name: 'meetingsData',
  action: 'meetings.list',
  summary: 'The meetings of a conference number that began between start and end, newest first, at most 1000',
  path: '/meetings_data',
  query: z.object({ meeting_number: text(40).min(1), start: instant, end: instant }),
  answer: z.object({ meetings_data: z.array(filteredMeetingSchema) }),
  reading: z.object({ meetings_data: z.array(filteredMeetingReading) }),
})
