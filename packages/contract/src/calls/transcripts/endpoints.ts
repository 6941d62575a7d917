import { z } from 'zod'
import { meetingInPath } from '../../wire/actions'
import { defineEndpoint } from '../../wire/endpoint'
import {
  createdHighlightReading,
  highlightCreateSchema,
  highlightDeleteQuerySchema,
  highlightSchema,
} from './highlight'
import {
  highlightsAnswerSchema,
  highlightsReading,
  lineChangeAnswerSchema,
  lineChangeSchema,
  mediaUrlAnswerSchema,
  meetingDetailSchema,
  meetingSpeakerSchema,
  peaksAnswerSchema,
  speakerRenameSchema,
  transcriptAnswerSchema,
  transcriptImportSchema,
  transcriptQuerySchema,
  transcriptUtteranceSchema,
  utteranceEditSchema,
  utteranceVersionsAnswerSchema,
} from './schemas'

/** What is kept of a meeting: transcript, highlights, media, corrections. */

const partner = { family: 'partner', entry: 'bearer' } as const
const unchanged = { 304: 'The caller holds this version already (If-None-Match)' } as const

export const importTranscript = defineEndpoint({
  ...partner,
  name: 'importTranscript',
  action: 'meetings.create',
  summary: 'Makes a meeting of a transcript, without a recording',
  method: 'POST',
  path: '/web/meetings/transcript',
  body: transcriptImportSchema,
  answer: meetingDetailSchema,
})

export const getTranscript = defineEndpoint({
  ...partner,
  name: 'getTranscript',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'The transcript of a past meeting, whole or in pages',
  method: 'GET',
  path: '/web/meetings/:id/transcript',
  query: transcriptQuerySchema,
  answer: transcriptAnswerSchema,
  bulk: true,
  otherAnswers: unchanged,
  errors: [404, 409],
})

export const editUtterance = defineEndpoint({
  ...partner,
  name: 'editUtterance',
  action: 'meeting.edit',
  on: meetingInPath,
  summary: 'Corrects the text of an utterance, on the version it was read at',
  method: 'PATCH',
  path: '/web/meetings/:id/transcript/:utteranceId',
  body: utteranceEditSchema,
  answer: transcriptUtteranceSchema,
  errors: [404, 409],
})

export const changeLines = defineEndpoint({
  ...partner,
  name: 'changeLines',
  action: 'meeting.edit',
  on: meetingInPath,
  summary: 'Gives a line another speaker, splits it, merges it with the next, or takes such a change back',
  method: 'POST',
  path: '/web/meetings/:id/transcript/lines',
  body: lineChangeSchema,
  answer: lineChangeAnswerSchema,
  errors: [404, 409],
})

export const utteranceVersions = defineEndpoint({
  ...partner,
  name: 'utteranceVersions',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'Every version of an utterance, newest first',
  method: 'GET',
  path: '/web/meetings/:id/transcript/:utteranceId/versions',
  answer: utteranceVersionsAnswerSchema,
  errors: [404, 409],
})

export const renameSpeaker = defineEndpoint({
  ...partner,
  name: 'renameSpeaker',
  action: 'meeting.edit',
  on: meetingInPath,
  summary: 'Gives a speaker of a meeting a name',
  method: 'PUT',
  path: '/web/meetings/:id/speakers/:speakerId',
  params: z.object({ id: z.string(), speakerId: z.string().min(1).max(100) }),
  body: speakerRenameSchema,
  answer: meetingSpeakerSchema,
  errors: [404, 409],
})

export const listHighlights = defineEndpoint({
  ...partner,
  name: 'listHighlights',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'The highlights of a meeting, running or past',
  method: 'GET',
  path: '/web/meetings/:id/highlights',
  answer: highlightsAnswerSchema,
  reading: highlightsReading,
  errors: [404, 409],
})

export const createHighlight = defineEndpoint({
  ...partner,
  name: 'createHighlight',
  action: 'meeting.edit',
  on: meetingInPath,
  summary: 'Adds a highlight',
  method: 'POST',
  path: '/web/meetings/:id/highlights',
  body: highlightCreateSchema,
  answer: highlightSchema,
  reading: createdHighlightReading,
  errors: [404, 409],
})

export const deleteHighlight = defineEndpoint({
  ...partner,
  name: 'deleteHighlight',
  action: 'meeting.edit',
  on: meetingInPath,
  summary: 'Removes a highlight',
  method: 'DELETE',
  path: '/web/meetings/:id/highlights',
  query: highlightDeleteQuerySchema,
  errors: [404, 409],
})

export const audioUrl = defineEndpoint({
  ...partner,
  name: 'audioUrl',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'A signed address of the recording',
  method: 'GET',
  path: '/web/meetings/:id/audio',
  query: z.object({ audio_type: z.literal('flac', 'must be flac').default('flac') }),
  answer: mediaUrlAnswerSchema,
  errors: [404, 409],
})

export const videoUrl = defineEndpoint({
  ...partner,
  name: 'videoUrl',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'A signed address of the video, where the recording has one',
  method: 'GET',
  path: '/web/meetings/:id/video',
  answer: mediaUrlAnswerSchema,
  errors: [404, 409],
})

export const getPeaks = defineEndpoint({
  ...partner,
  name: 'getPeaks',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'The waveform of the whole recording',
  method: 'GET',
  path: '/web/meetings/:id/peaks',
  answer: peaksAnswerSchema,
  bulk: true,
  otherAnswers: unchanged,
  errors: [404, 409],
})
