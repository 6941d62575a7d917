import { z } from 'zod'
import { defineEndpoint } from '../../wire/endpoint'
import { meetingDetailSchema } from '../transcripts/schemas'
import {
  RECORDING_SIZE_HEADER,
  RECORDING_TYPE_HEADER,
  uploadCreateBodySchema,
  uploadSessionSchema,
} from './schemas'

/** Recordings, sent in pieces. */

const partner = { family: 'partner', entry: 'bearer' } as const

export const createUpload = defineEndpoint({
  ...partner,
  name: 'createUpload',
  action: 'meetings.create',
  summary: 'Opens an upload session, and a meeting for it',
  method: 'POST',
  path: '/web/recordings/meetings/upload',
  /** The file is described here and in the body; where both speak they must agree. */
  headers: z.object({
    [RECORDING_SIZE_HEADER]: z
      .string()
      .regex(/^\d{1,15}$/, 'must be a number of bytes')
      .optional(),
    [RECORDING_TYPE_HEADER]: z.string().max(200).optional(),
  }),
  body: uploadCreateBodySchema,
  answer: uploadSessionSchema,
})

/** Called at `upload_url`, never at an address that the client makes itself. */
export const putPiece = defineEndpoint({
  ...partner,
  name: 'putPiece',
  action: 'meetings.create',
  summary: 'One piece of the file, or (bytes */TOTAL, no body) the question how far it got',
  method: 'PUT',
  path: '/web/recordings/meetings/upload/:id',
  headers: z.looseObject({ 'content-range': z.string().optional() }),
  bodyType: 'application/octet-stream',
  answer: meetingDetailSchema,
  otherAnswers: { 308: 'More is wanted; Range says what is held' },
  errors: [403, 404, 409, 416],
})
