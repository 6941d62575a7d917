import type { ResumableState, ResumableStorage } from '../../platform/storage/resumable'
import { StreamContent } from '../content-source'
import type { UploadEntry } from '../target/manifest'
import type { PartWriter } from './part-writer'
import type { DatabaseSnapshot } from './snapshot'

export interface OpenUpload {
  id: string
  key: string
  state: ResumableState
}

export const openUploads = (snapshot: DatabaseSnapshot): Promise<OpenUpload[]> =>
  snapshot.rows<OpenUpload & Record<string, unknown>>(
    "select id, storage_key as key, storage_state as state from upload_session where state in ('open', 'stored') order by id",
  )

/** What was acknowledged of uploads that are under way. A bucket does not give back the parts of an unfinished object. */
export async function copyHeldUploads(
  uploads: readonly OpenUpload[],
  resumable: ResumableStorage,
  parts: PartWriter,
): Promise<UploadEntry[]> {
  const entries: UploadEntry[] = []
  for (const { id, key, state } of uploads) {
    const { held } = state
    const content = held > 0 ? await resumable.held(key, state) : undefined
    const stored = content && (await parts.storeContent(new StreamContent(content, key)))
    const pieces = stored?.bytes === held ? stored.pieces : null
    entries.push({ id, key, held, pieces: held === 0 ? [] : pieces })
  }
  return entries
}
