import { z } from 'zod'

const languageChoiceSchema = z.object({ code: z.string(), name: z.string() })

/** GET /web/choices: what the autocompletes and pickers offer in this deployment. */
export const choicesSchema = z.object({
  regions: z.array(z.string()),
  sites: z.array(z.string()),
  sources: z.array(z.string()),
  languages: z.array(languageChoiceSchema),
  asr_locales: z.array(languageChoiceSchema),
  translation_languages: z.array(languageChoiceSchema),
})
export type Choices = z.infer<typeof choicesSchema>

/** GET /web/engines: a recognition engine, and why it cannot be used when it cannot. */
export const engineStateSchema = z.object({
  name: z.string(),
  available: z.boolean(),
  reason: z.string().optional(),
  /** One line on how it works here. */
  note: z.string().optional(),
  languages: z.array(z.string()),
  features: z.array(z.string()),
})
export const enginesAnswerSchema = z.object({ engines: z.array(engineStateSchema) })
/** GET /check_redis_cache_status. */
export const redisStatusSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('disabled') }),
  z.object({ status: z.literal('ok'), latency_ms: z.number() }),
  z.object({ status: z.literal('unreachable'), reason: z.string() }),
])

export type EngineState = z.infer<typeof engineStateSchema>
