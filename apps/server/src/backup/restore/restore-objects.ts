import { Readable } from 'node:stream'
import type { ResumableStorage } from '../../platform/storage/resumable'
import type { Storage } from '../../platform/storage/storage'
import { inOrder } from '../in-order'
import type { Progress } from '../progress'
import type { BackupTarget } from '../target/backup-target'
import type { Manifest, ObjectEntry, UploadEntry } from '../target/manifest'
import { within } from '../within'
import type { PartReader } from './part-reader'
import type { RestoredUpload } from './restore-database'

const AT_ONCE = 3
const OBJECT_MS = 6 * 3_600_000

export interface ObjectsRestore {
  target: BackupTarget
  storage: Storage
  resumable: ResumableStorage
  parts: PartReader
  progress: Progress
}

/** One that is there was put whole by a restore that was killed: this place was empty before it. */
export async function restoreObjects(
  { target, storage, parts, progress }: ObjectsRestore,
  { id, pages }: Manifest,
): Promise<void> {
  const restore = async ({ key, size, pieces }: ObjectEntry) => {
    if ((await storage.stat(key))?.size !== size) {
      const content = Readable.from(parts.read(pieces), { objectMode: false })
      await within(storage.put(key, content), `writing ${key}`, OBJECT_MS)
    }
    progress.add(size, 1)
  }
  for await (const _done of inOrder(target.objects(id, pages), AT_ONCE, restore));
}

/** As a client goes on with them: by the state that this storage gives for the bytes that it holds. */
export async function restoreUploads(
  { resumable, parts, progress }: ObjectsRestore,
  uploads: readonly UploadEntry[],
): Promise<RestoredUpload[]> {
  const restored: RestoredUpload[] = []
  for (const { id, key, pieces, held } of uploads) {
    const begun = await within(resumable.begin(key), `writing ${key}`)
    const { state, cut } = pieces?.length
      ? await within(resumable.write(key, begun, parts.read(pieces)), `writing ${key}`, OBJECT_MS)
      : { state: begun, cut: undefined }
    if (cut) throw cut
    restored.push({ id, state })
    progress.add(held, 1)
  }
  return restored
}
