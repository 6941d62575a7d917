import { z } from 'zod'
import { AUDIT_RESULTS, auditActionNames } from '../../audit/audit-actions'
import { defineEndpoint } from '../../wire/endpoint'
import { auditAnswerSchema } from './schemas'

/** Who did what to what, from where, with which result. */

const backend = { family: 'backend', method: 'GET', action: 'audit.read' } as const
const name = z.string().min(1).max(320)

const moment = z
  .string()
  .max(100)
  .refine(text => !Number.isNaN(Date.parse(text)), 'is no date')
  .optional()

const auditFilter = {
  /** An e-mail address, another name, or the id of a principal. */
  actor: name.optional(),
  action: z.enum(auditActionNames).optional(),
  target: name.optional(),
  result: z.enum(AUDIT_RESULTS).optional(),
  from: moment,
  to: moment,
}

export const searchAudit = defineEndpoint({
  ...backend,
  entry: 'bearer',
  name: 'searchAudit',
  summary: 'The audit log, newest entry first',
  path: '/audit',
  query: z.object({
    ...auditFilter,
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** `next` of the answer before. */
    cursor: z.string().max(60).optional(),
  }),
  answer: auditAnswerSchema,
})

const format = z.enum(['csv', 'jsonl'])

export const auditExport = defineEndpoint({
  ...backend,
  entry: 'bearer',
  name: 'auditExport',
  summary: 'Where the audit log can be downloaded for a while, filtered as given',
  path: '/audit/export',
  query: z.object({ ...auditFilter, format: format.default('csv') }),
  answer: z.object({ url: z.string() }),
})

export const auditExportFile = defineEndpoint({
  ...backend,
  entry: 'signed-url',
  name: 'auditExportFile',
  summary: 'The audit log as CSV or as one JSON object a line, newest entry first, at most 100,000 entries',
  path: '/audit/export/:format',
  params: z.object({ format }),
  query: z.object(auditFilter),
  answerType: 'text/csv',
})
