import type { AuditAction, AuditResult } from '@livetap/contract'

export interface AuditCursor {
  at: Date
  id: number
}

export interface AuditFilter {
  actor?: string
  action?: AuditAction
  target?: string
  result?: AuditResult
  from?: Date
  to?: Date
}

export interface AuditPage extends AuditFilter {
  limit: number
  after?: AuditCursor
}
