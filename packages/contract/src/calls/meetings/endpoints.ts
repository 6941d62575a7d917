import { z } from 'zod'
import { meetingInPath } from '../../wire/actions'
import { defineEndpoint } from '../../wire/endpoint'
import { text } from '../../wire/text'
import { libraryQueryShape, refuseLibraryValues, sharedQueryShape } from '../library/schemas'
import {
  countedMeetingSchema,
  meetingDeletionSchema,
  meetingDetailSchema,
  recentMeetingsAnswerSchema,
} from '../transcripts/schemas'
import { statusAnswerSchema } from './schemas'

/** The record of a meeting. Its live side and its past data have files of their own. */

const instant = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-03-01T10:00:00Z' })

const partner = { family: 'partner', entry: 'bearer' } as const

export const recentMeetings = defineEndpoint({
  ...partner,
  name: 'recentMeetings',
  action: 'meetings.list',
  summary:
    'The newest meetings: of all, of those that ran within a time, are in a state, are hosted by the user or shared with them, or whose id, number, host and title hold every word of a text. With a parameter of the library (`q` to `limit`): a page of all meetings that one may see, in the order of `sort`, begun between `from` and `to`, with facets',
  method: 'GET',
  path: '/web/meetings',
  query: z
    .object({
      recent: z.coerce.number().int().min(1).max(200).default(20),
      find: text(200).optional(),
      from: instant.optional(),
      to: instant.optional(),
      ...sharedQueryShape,
      ...libraryQueryShape,
    })
    .check(({ value, issues }) => refuseLibraryValues(value, issues)),
  answer: recentMeetingsAnswerSchema,
})

export const getMeeting = defineEndpoint({
  ...partner,
  name: 'getMeeting',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'One meeting',
  method: 'GET',
  path: '/web/meetings/:id',
  answer: countedMeetingSchema,
  reading: meetingDetailSchema,
  errors: [404],
})

export const meetingStatus = defineEndpoint({
  ...partner,
  name: 'meetingStatus',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'Whether a meeting is running, processed, ended or failed',
  method: 'GET',
  path: '/web/meetings/:id/status',
  answer: statusAnswerSchema,
  errors: [404],
})

export const meetingDeletion = defineEndpoint({
  ...partner,
  name: 'meetingDeletion',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'When a meeting that is no longer there was deleted, and by whom',
  method: 'GET',
  path: '/web/meetings/:id/deletion',
  answer: meetingDeletionSchema,
  errors: [404],
})

export const renameMeeting = defineEndpoint({
  ...partner,
  name: 'renameMeeting',
  action: 'meeting.edit',
  on: meetingInPath,
  summary: 'Gives a meeting another title',
  method: 'PUT',
  path: '/web/meetings/:id/title',
  body: z.object({ title: text(300).trim() }),
  answer: meetingDetailSchema,
  errors: [404],
})

export const deleteMeeting = defineEndpoint({
  ...partner,
  name: 'deleteMeeting',
  action: 'meeting.delete',
  on: meetingInPath,
  summary: 'Deletes a meeting with everything that belongs to it',
  method: 'DELETE',
  path: '/web/meetings/:id',
  errors: [404, 409],
})

export const changeProcessing = defineEndpoint({
  ...partner,
  name: 'changeProcessing',
  action: 'meeting.process',
  on: meetingInPath,
  summary: 'Cancels the processing of a recording, or starts it again',
  method: 'POST',
  path: '/web/meetings/:id/processing/:action',
  params: z.object({ id: z.string(), action: z.enum(['cancel', 'retry']) }),
  answer: meetingDetailSchema,
  errors: [404, 409],
})
