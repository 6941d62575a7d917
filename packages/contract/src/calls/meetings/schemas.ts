import { z } from 'zod'
import { text } from '../../wire/text'

export const MEETING_LIVE = 'CallStarted'

export const meetingStatusSchema = z.enum(['CallStarted', 'CallEnded', 'processing', 'failed'])
export type MeetingStatus = z.infer<typeof meetingStatusSchema>

/** POST /web/meetings. */
export const meetingCreateQuerySchema = z.object({
  client_region: text().min(1),
  skip_load_balancing: z.stringbool().optional(),
  webex_site_id: text().min(1).optional(),
  webex_site_name: text().min(1).optional(),
})
export const meetingCreateBodySchema = z.object({
  start_at_utc: z.iso.datetime(),
  enable_ensemble: z.boolean().default(true),
  trainable_shard_percent: z.number().min(0).max(100).default(0),
  title: text(300).optional(),
  /** Ours: the meeting of a forwarded provider that the assistant is added to; lookups find ours by these ids. */
  conference: z
    .object({ id: text(300).min(1), number: text(40).optional(), series: text(300).optional() })
    .optional(),
})
export type MeetingCreateBody = z.input<typeof meetingCreateBodySchema>

/** Ours: which of how many stages that is, from 1; absent outside the pipeline. */
export const stageShape = {
  stage_number: z.int().positive().optional(),
  stage_count: z.int().positive().optional(),
}

/** GET /web/meetings/{id}/status. What lies beside `status` is ours: an upstream may leave it out. */
export const statusAnswerSchema = z.object({
  status: z.string(),
  stage: z.string().optional(),
  /** Of the whole processing. */
  progress: z.number().min(0).max(1).optional(),
  ...stageShape,
  error: z.string().nullable().optional(),
})

export const customPhraseSchema = z.object({ category_name: text().min(1), phrase: text().min(1) })
export type CustomPhrase = z.infer<typeof customPhraseSchema>
/** PATCH /web/meetings/{id}. */
export const customPhrasesBodySchema = z.object({ custom_phrases: z.array(customPhraseSchema).max(1000) })

/** PUT /web/meetings/{id}/language. */
export const languageBodySchema = z.object({ language: text(50).min(2) })

/** PATCH /web/meetings/{id}/livetap_notify_hotword: only what was chosen is sent. */
export const hotwordStatusBodySchema = z
  .object({ assistant: z.boolean(), recording: z.boolean(), transcription: z.boolean(), chimes: z.boolean() })
  .partial()
/** The documents show no answer. */
export const hotwordStatusReading = z.catch(hotwordStatusBodySchema, {})
export type HotwordStatus = z.infer<typeof hotwordStatusBodySchema>

/** POST /web/meetings/{id}/livetap_translate. */
export const translateBodySchema = z.object({
  attendee_id: z.number().int().min(1),
  language: text(50).min(2),
  interim: z.boolean().default(true),
})

/** Ours: DELETE of the same; without a language nothing of the attendee is translated any more. */
export const stopTranslationQuerySchema = z.object({
  attendee_id: z.coerce.number().int().min(1),
  language: text(50).min(2).optional(),
})

/**
 * GET /web/meetings/{id}/live_addr. A client that names itself the same way at every reconnect goes on with its
 * audio streams; one that does not starts new ones.
 */
export const liveAddressQuerySchema = z.object({
  client_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _')
    .optional(),
})
export const liveAddressAnswerSchema = z.object({ live_addr: z.string() })

/** What a new meeting listens for unless configured otherwise: the assistant's own vocabulary. */
export const defaultCustomPhrases: readonly CustomPhrase[] = [
  { category_name: 'assistant', phrase: 'OK EVA' },
  { category_name: 'assistant', phrase: 'hey EVA' },
  { category_name: 'highlight', phrase: 'highlight that' },
  { category_name: 'highlight', phrase: 'note that' },
  { category_name: 'action_item', phrase: 'action item' },
  { category_name: 'decision', phrase: 'decision' },
  { category_name: 'follow_up', phrase: 'follow up' },
  { category_name: 'control', phrase: 'off the record' },
  { category_name: 'control', phrase: 'stop listening' },
  { category_name: 'product', phrase: 'Webex' },
  { category_name: 'product', phrase: 'Livetap' },
]
