import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import type { RunKind } from '../pipeline-tables'
import { RunEndedError } from './run-ended-error'

/** The right to write for a run. */
export interface RunLease {
  meetingId: string
  workerId: string
  token: string
  kind: RunKind
}

/**
 * Changes a run that is still ours. Every write for a run does this in the same transaction: a worker that was taken
 * for dead and comes back changes nothing.
 */
export async function assertLease(tx: Kysely<DB>, hold: RunLease, change: object): Promise<void> {
  const row = await tx
    .updateTable('pipeline_run')
    .set(change)
    .where('meeting_id', '=', hold.meetingId)
    .where('token', '=', hold.token)
    .where('state', '=', 'running')
    .returning('meeting_id')
    .executeTakeFirst()
  if (!row) throw new RunEndedError('lost')
}
