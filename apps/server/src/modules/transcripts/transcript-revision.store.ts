import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'

/** Every change of what a reader of the meeting gets moves its revision: answers are cached by it. */
export async function touchTranscript(db: Kysely<DB>, meetingId: string): Promise<void> {
  await db
    .updateTable('meeting')
    .set({ transcript_revision: sql<number>`transcript_revision + 1` })
    .where('id', '=', meetingId)
    .execute()
}
