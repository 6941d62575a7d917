import { type AuditActionDefinition, type AuditEntryWire, auditActions } from '@livetap/contract'
import { shortenMiddle } from '../../shared/ui/lists/shorten-middle'

const known: Readonly<Record<string, AuditActionDefinition | undefined>> = auditActions

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value !== 'erased' ? value : undefined

export const actorText = ({ actor }: AuditEntryWire): string => actor || 'Not signed in'

export const targetKind = ({ action }: AuditEntryWire) => known[action]?.target

/** What it was done to, as a person calls it: the title it had then, else the one it has, else its id. */
function targetText(entry: AuditEntryWire): string {
  const { target, fields } = entry
  const title = text(fields.title) ?? text(fields.meeting_title) ?? text(fields.project)
  if (title !== undefined) return `“${title}”`
  if (targetKind(entry) === 'account') return text(fields.email) ?? ''
  if (targetKind(entry) === 'installation') return ''
  return text(fields.call) ?? shortenMiddle(target, 24)
}

/** A sentence: 'ann@example.com deleted “Weekly”'. */
export function entryText(entry: AuditEntryWire): string {
  const says = known[entry.action]?.says ?? entry.action
  return [actorText(entry), says, targetText(entry)].filter(Boolean).join(' ')
}

/** How often it happened, where that is more than once. */
export function timesText({ fields: { count } }: AuditEntryWire): string {
  return typeof count === 'number' ? `${count} more times` : ''
}
