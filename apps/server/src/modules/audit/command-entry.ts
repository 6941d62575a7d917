import { hostname, userInfo } from 'node:os'
import type { AuditAction } from '@livetap/contract'
import type { AuditWriter } from '../../platform/audit/audit-entry'
import { AuditedCall, withinAuditedCall } from '../../platform/audit/audited-call'
import type { Database } from '../../platform/db/database'
import { LedgerSeal } from '../events'
import { AuditStore } from './audit.store'
import { auditRow } from './audit-row'

/** Its entries are linked by the servers, or when the log is verified. */
const POD = 'command'

/** What a command changes was done by the user of this machine who runs it. Where the installation's secret is not at hand, no entry could be sealed. */
export async function withCommandEntry<T>(
  { db, secret }: { db: Database['kysely']; secret: string | undefined },
  action: AuditAction,
  work: () => Promise<T>,
): Promise<T> {
  if (secret === undefined) return await work()
  const store = new AuditStore(db)
  const seal = new LedgerSeal(secret, 'audit log')
  const at = await store.now()
  const writer: AuditWriter = {
    record: (entry, tx) => (tx ? store.within(tx) : store).insert([auditRow(entry, { at, pod: POD, seal })]),
    read: () => undefined,
    refused: () => undefined,
  }
  const { username } = userInfo()
  const actor = { id: `command:${username}`, name: username }
  return await withinAuditedCall(new AuditedCall(writer, { actor, action, address: hostname() }), work)
}
