import { z } from 'zod'
import { text } from '../../wire/text'
import { documentedFields } from '../../wire/upstream'

export const triggerInfoSchema = z.object({
  type: z.string(),
  trigger_by: z.string().optional(),
  trigger_word: z.string().optional(),
})

export type TriggerInfo = z.infer<typeof triggerInfoSchema>

/** POST /web/meetings/{id}/highlights. */
export const highlightCreateSchema = z.object({
  meeting_id: text().min(1),
  timestamp: z.number(),
  highlight: z.object({
    text: text(20_000).min(1),
    start_millis: z.number().nonnegative(),
    end_millis: z.number().nonnegative(),
    trigger_info: z.object({ type: z.literal('manual'), trigger_by: text() }),
  }),
  highlight_id: text(100).min(1),
  /** Brings a deleted highlight back as it was *(ours)*. */
  restored: z
    .object({
      csis: z.array(z.number().int().nonnegative()).max(1000),
      highlight_source: text(100),
      highlight_label: text(100),
      trigger_info: triggerInfoSchema.optional(),
    })
    .optional(),
})
export type HighlightCreate = z.infer<typeof highlightCreateSchema>

/** DELETE /web/meetings/{id}/highlights?highlight_id=. */
export const highlightDeleteQuerySchema = z.object({ highlight_id: text(100).min(1) })

export const highlightSchema = z.object({
  id: z.string(),
  start_millis: z.number(),
  end_millis: z.number(),
  transcript: z.string(),
  csis: z.array(z.number()).default([]),
  highlight_source: z.string().default(''),
  highlight_label: z.string().default(''),
  trigger_info: triggerInfoSchema.optional(),
})

export type Highlight = z.infer<typeof highlightSchema>

/** Of what triggered a highlight the documents name the word alone. */
export const highlightReading = highlightSchema.extend({
  trigger_info: z.catch(triggerInfoSchema.extend({ type: z.string().default('') }).optional(), undefined),
})
/** The documents show no answer of a creation. */
export const createdHighlightReading = z.catch(documentedFields(highlightReading, []), {})

/** What was created: as the answer says, else as it was asked for. */
export function createdHighlight(
  { highlight_id, highlight, restored }: HighlightCreate,
  answer: z.infer<typeof createdHighlightReading>,
): Highlight {
  const { text, start_millis, end_millis, trigger_info } = highlight
  const asked = { id: highlight_id, transcript: text, start_millis, end_millis, trigger_info, ...restored }
  return { csis: [], highlight_source: '', highlight_label: '', ...asked, ...answer }
}
