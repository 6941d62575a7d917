import { z } from 'zod'
import { text } from '../../wire/text'

export const openSharedBodySchema = z.object({
  /** The last part of the link's address. */
  token: text(200).min(1),
  password: text(200).optional(),
})

/** What the reader's page of a link shows first. */
export const openedLinkSchema = z.object({
  /** The bearer of the calls below `/web/shared/`; it opens nothing else. */
  access_token: z.string(),
  expires_at: z.string(),
  title: z.string(),
  start: z.string(),
  /** Of the whole meeting. */
  duration: z.number().nullable(),
  /** The stretch that is shared; null: from the start, to the end. */
  from_millis: z.number().nullable(),
  to_millis: z.number().nullable(),
  /** A stretch has no video. */
  recording: z.enum(['none', 'audio', 'video']),
})
export type OpenedLink = z.infer<typeof openedLinkSchema>

/** Why a link is refused, as the answer describes it. */
export const linkProblems = {
  /** 401: with none, or with a wrong one. */
  needsPassword: 'This link needs its password',
  expired: 'This link has expired',
  gone: 'This link opens nothing: it was taken back, or its address is not whole',
} as const
