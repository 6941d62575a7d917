import { type AuditResult, PERSONAL_AUDIT_FIELDS } from '@livetap/contract'
import type { AuditEntry } from '../../platform/audit/audit-entry'
import { type HashedEvent, type LedgerSeal, type Person, withoutPeople } from '../events'

/** An entry as it is inserted. */
export interface AuditRow {
  at: Date
  chain: string
  actor: string
  action: string
  target: string
  result: AuditResult
  fields: Record<string, unknown>
  /** By the fields' names: salted digests. */
  people: Record<string, string>
  persons: Person[]
  once: string | null
  seal: string
}

const PREFIX = 'audit'

/** The entries of one UTC day that one process made. */
export const chainOf = (at: Date, pod: string): string => `${PREFIX}/${at.toISOString().slice(0, 10)}/${pod}`

/** PostgreSQL's texts hold no NUL character. */
const withoutNul = (text: string) => text.replaceAll('\0', '')
export const json = (value: object): string => JSON.stringify(value).replaceAll('\\u0000', '')

type Hashed = Pick<
  AuditRow,
  'chain' | 'at' | 'actor' | 'action' | 'target' | 'result' | 'fields' | 'people'
> & {
  once: string | null
}

/** As the seal and, with the number, the hash cover it. */
export const hashedEntry = (row: Hashed): Omit<HashedEvent, 'number'> => ({
  meeting: row.chain,
  name: row.action,
  time: row.at,
  fields: { actor: row.actor, target: row.target, result: row.result, once: row.once, fields: row.fields },
  people: row.people,
})

export function auditRow(
  { actor, action, target = '', result = 'done', address = '', fields = {} }: AuditEntry,
  { at, pod, once = null, seal }: { at: Date; pod: string; once?: string | null; seal: LedgerSeal },
): AuditRow {
  const personal = { actor_name: actor?.name, address: address || undefined }
  // As the database will give it back: without NUL characters and undefined values.
  const kept = JSON.parse(json({ ...fields, ...personal })) as Record<string, unknown>
  const split = withoutPeople(kept, PERSONAL_AUDIT_FIELDS)
  const row = {
    at,
    chain: chainOf(at, pod),
    actor: withoutNul(actor?.id ?? ''),
    action,
    target: withoutNul(target),
    result,
    fields: split.fields,
    people: split.digests,
    once,
  }
  return { ...row, persons: split.people, seal: seal.waiting(hashedEntry(row)) }
}
