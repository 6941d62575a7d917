import { z } from 'zod'
import { defineEndpoint } from './endpoint'

/** Conferences, by the ids and numbers that people know. */

export const lookUpConference = defineEndpoint({
  name: 'lookUpConference',
  summary: 'The meeting that belongs to a conference; 404 when the logs do not know it',
  family: 'backend',
  entry: 'bearer',
  method: 'GET',
  path: '/webex_meeting/:webexId',
  answer: z.object({ VOICEA_MEETING_ID: z.string() }),
  errors: [404],
  upstreamOnly: true,
})

export const listConferences = defineEndpoint({
  name: 'listConferences',
  summary: 'Conferences of the provider',
  family: 'webex',
  entry: 'bearer',
  method: 'GET',
  path: '/meetings',
  query: z.object({
    meetingSeriesId: z.string().optional(),
    meetingNumber: z.string().optional(),
    from: z.string().optional(),
    max: z.coerce.number().int().min(1).max(100).optional(),
  }),
  answer: z.object({ items: z.array(z.looseObject({ id: z.string() })) }),
  upstreamOnly: true,
})
