import { meetingInPath } from '../../wire/actions'
import { defineEndpoint } from '../../wire/endpoint'
import {
  customPhrasesBodySchema,
  hotwordStatusBodySchema,
  hotwordStatusReading,
  languageBodySchema,
  liveAddressAnswerSchema,
  liveAddressQuerySchema,
  meetingCreateBodySchema,
  meetingCreateQuerySchema,
  stopTranslationQuerySchema,
  translateBodySchema,
} from '../meetings/schemas'
import { meetingSchema } from '../transcripts/schemas'
import { liveTranscriptAnswerSchema, liveTranscriptReading } from './schemas'

/** A meeting while it runs. */

const partner = { family: 'partner', entry: 'bearer' } as const

export const createMeeting = defineEndpoint({
  ...partner,
  name: 'createMeeting',
  action: 'meetings.create',
  summary: 'Starts a meeting',
  method: 'POST',
  path: '/web/meetings',
  query: meetingCreateQuerySchema,
  body: meetingCreateBodySchema,
  answer: meetingSchema,
})

export const setCustomPhrases = defineEndpoint({
  ...partner,
  name: 'setCustomPhrases',
  action: 'live.control',
  on: meetingInPath,
  summary: 'What a running meeting listens for',
  method: 'PATCH',
  path: '/web/meetings/:id',
  body: customPhrasesBodySchema,
  answer: meetingSchema,
  errors: [404, 409],
})

export const setLanguage = defineEndpoint({
  ...partner,
  name: 'setLanguage',
  action: 'live.control',
  on: meetingInPath,
  summary: 'The language that a running meeting is recognized in',
  method: 'PUT',
  path: '/web/meetings/:id/language',
  body: languageBodySchema,
  answer: meetingSchema,
  errors: [404, 409],
})

export const setHotwordStatus = defineEndpoint({
  ...partner,
  name: 'setHotwordStatus',
  action: 'live.control',
  on: meetingInPath,
  summary: 'Turns the assistant, the recording, the transcription and the chimes on or off',
  method: 'PATCH',
  path: '/web/meetings/:id/livetap_notify_hotword',
  body: hotwordStatusBodySchema,
  answer: hotwordStatusBodySchema,
  reading: hotwordStatusReading,
  errors: [404, 409],
})

export const translateMeeting = defineEndpoint({
  ...partner,
  name: 'translateMeeting',
  action: 'live.control',
  on: meetingInPath,
  summary: 'Asks for a translation of what is said from now on',
  method: 'POST',
  path: '/web/meetings/:id/livetap_translate',
  body: translateBodySchema,
  errors: [404, 409],
})

export const stopTranslation = defineEndpoint({
  ...partner,
  name: 'stopTranslation',
  action: 'live.control',
  on: meetingInPath,
  summary: 'Stops a translation, or all of one attendee',
  method: 'DELETE',
  path: '/web/meetings/:id/livetap_translate',
  query: stopTranslationQuerySchema,
  errors: [404, 409],
})

export const dropMeeting = defineEndpoint({
  ...partner,
  name: 'dropMeeting',
  action: 'live.control',
  on: meetingInPath,
  summary: 'Ends a running meeting',
  method: 'POST',
  path: '/web/meetings/:id/drop',
  answer: meetingSchema,
  errors: [404, 409],
})

export const liveAddress = defineEndpoint({
  ...partner,
  name: 'liveAddress',
  action: 'live.listen',
  on: meetingInPath,
  summary: 'The address of the hotword socket, with a ticket that opens it once',
  method: 'GET',
  path: '/web/meetings/:id/live_addr',
  query: liveAddressQuerySchema,
  answer: liveAddressAnswerSchema,
  errors: [404, 409],
})

export const liveTranscript = defineEndpoint({
  ...partner,
  name: 'liveTranscript',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'What has been said so far in a running meeting',
  method: 'GET',
  path: '/web/meetings/:id/transcript/live',
  answer: liveTranscriptAnswerSchema,
  reading: liveTranscriptReading,
  errors: [404, 409],
})
