import { z } from 'zod'
import { meetingInPath } from '../../wire/actions'
import { defineEndpoint } from '../../wire/endpoint'
import { relatedMomentsAnswerSchema, searchAnswerSchema, searchModeSchema } from './schemas'

/** Words and meaning over all meetings that the caller may open. */

export const search = defineEndpoint({
  family: 'partner',
  entry: 'bearer',
  name: 'search',
  action: 'meetings.list',
  summary:
    'Moments in which words were said or meant, in the meetings that the caller may open: words, "phrases", -without, speaker:, host:, tag:, site:, lang:, before:, after:, in:highlights and in:titles',
  method: 'GET',
  path: '/web/search',
  query: z.object({
    q: z.string().max(1_000),
    /** Only of this meeting, in the order of time. */
    meeting: z.string().max(100).optional(),
    /** Left out: both where meaning is available, and words alone for phrases, titles and highlights. */
    mode: searchModeSchema.optional(),
    cursor: z.string().max(400).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  answer: searchAnswerSchema,
})

export const relatedMoments = defineEndpoint({
  family: 'partner',
  entry: 'bearer',
  name: 'relatedMoments',
  action: 'meeting.read',
  on: meetingInPath,
  summary: 'Moments near in meaning to a line of a meeting, in the meetings that the caller may open',
  method: 'GET',
  path: '/web/meetings/:id/related',
  query: z.object({
    line: z.string().min(1).max(200),
    limit: z.coerce.number().int().min(1).max(20).default(6),
  }),
  answer: relatedMomentsAnswerSchema,
})
