import { z } from 'zod'
import { AUDIT_RESULTS } from '../../audit/audit-actions'

export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The name of who did it; `erased` where the name was erased, empty for a caller who was not signed in. */
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  result: z.enum(AUDIT_RESULTS),
  address: z.string(),
  /** Among them `actor_id`, `title` of a meeting that is there, `tracking_id`, and `count` of what was repeated. */
  fields: z.record(z.string(), z.unknown()),
})
export type AuditEntryWire = z.output<typeof auditEntrySchema>

export const auditAnswerSchema = z.object({
  entries: z.array(auditEntrySchema),
  next: z.string().nullable(),
})
export type AuditAnswer = z.output<typeof auditAnswerSchema>
