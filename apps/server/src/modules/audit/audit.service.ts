import { AUDIT_EXPORT_ROWS, type AuditAnswer } from '@livetap/contract'
import { ServiceError } from '../../platform/service-error'
import { csvHead, csvLine } from './audit-csv'
import type { AuditCursor, AuditFilter } from './audit-filter'
import type { AuditLog } from './audit-log'
import type { AuditQueryStore } from './audit-query.store'

const EXPORT_PAGE = 500

export class AuditService {
  constructor(private readonly options: { query: AuditQueryStore; auditLog: Pick<AuditLog, 'written'> }) {}

  async search(filter: AuditFilter, limit: number, cursor?: string): Promise<AuditAnswer> {
    const { query, auditLog } = this.options
    await auditLog.written()
    const after = cursor === undefined ? undefined : cursorOf(cursor)
    const found = await query.page({ ...filter, limit: limit + 1, after })
    const shown = found.slice(0, limit)
    const last = found.length > limit ? shown.at(-1) : undefined
    return {
      entries: shown.map(({ entry }) => entry),
      next: last ? `${last.cursor.at.getTime()}_${last.cursor.id}` : null,
    }
  }

  /** What the filter finds, in pages, so that no transaction stays open for a slow reader. */
  async *export(filter: AuditFilter, format: 'csv' | 'jsonl'): AsyncGenerator<string> {
    if (format === 'csv') yield csvHead
    let after: AuditCursor | undefined
    for (let rows = 0; rows < AUDIT_EXPORT_ROWS; rows += EXPORT_PAGE) {
      const found = await this.options.query.page({ ...filter, limit: EXPORT_PAGE, after })
      if (found.length === 0) return
      yield found
        .map(({ entry }) => (format === 'csv' ? csvLine(entry) : `${JSON.stringify(entry)}\n`))
        .join('')
      if (found.length < EXPORT_PAGE) return
      after = found.at(-1)!.cursor
    }
  }
}

function cursorOf(text: string): AuditCursor {
  const [, at, id] = /^(\d{1,15})_(\d{1,15})$/.exec(text) ?? []
  if (at === undefined || id === undefined)
    throw new ServiceError('invalid', 'cursor: is no cursor of this list')
  return { at: new Date(Number(at)), id: Number(id) }
}
