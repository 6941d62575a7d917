import type { Kysely } from 'kysely'
import type { DB } from '../../platform/db/schema'
import type { StoredUtterance } from './utterance'
import { storedSegments, storedWords } from './utterance-row'

/** What an edit replaces stays readable as an earlier version. */
export async function keepVersion(tx: Kysely<DB>, before: StoredUtterance): Promise<void> {
  await tx
    .insertInto('utterance_version')
    .values({
      utterance_id: before.id,
      version: before.version,
      text: before.text,
      words: JSON.stringify(storedWords(before.words)),
      speaker_segments: JSON.stringify(storedSegments(before.speakerSegments)),
      edited_by: before.editedBy,
      edited_at: before.editedAt,
    })
    .execute()
}
