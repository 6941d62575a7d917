import { BackupError } from '../backup-error'
import type { BackupTarget } from '../target/backup-target'
import type { ObjectEntry } from '../target/manifest'

/** What earlier backups know of objects: asked in order of the keys, and read as it is asked for. */
export class EarlierObjects {
  readonly #sources: { entries: AsyncIterator<ObjectEntry>; next: ObjectEntry | undefined }[]

  private constructor(sources: AsyncIterable<ObjectEntry>[]) {
    this.#sources = sources.map(source => ({ entries: source[Symbol.asyncIterator](), next: undefined }))
  }

  /** The newest whole one, and those after it that were killed. */
  static async open(target: BackupTarget): Promise<EarlierObjects> {
    const { complete, unfinished } = await target.backups()
    const last = complete.at(-1)
    const killed = unfinished.filter(id => !last || id > last)
    const sources = killed.map(id => target.objects(id))
    if (last) sources.push(objectsOf(target, last))
    const earlier = new EarlierObjects(sources)
    for (const source of earlier.#sources) await advance(source)
    return earlier
  }

  /** Every entry of that key. */
  async find(key: string): Promise<ObjectEntry[]> {
    const found: ObjectEntry[] = []
    for (const source of this.#sources) {
      while (source.next && source.next.key < key) await advance(source)
      if (source.next?.key === key) found.push(source.next)
    }
    return found
  }
}

async function* objectsOf(target: BackupTarget, backup: string): AsyncGenerator<ObjectEntry> {
  yield* target.objects(backup, (await target.manifest(backup)).pages)
}

/** From a damaged page on an earlier backup knows nothing: what it had is copied again. */
async function advance(source: {
  entries: AsyncIterator<ObjectEntry>
  next: ObjectEntry | undefined
}): Promise<void> {
  try {
    const { done, value } = await source.entries.next()
    source.next = done ? undefined : value
  } catch (error) {
    if (!(error instanceof BackupError && error.reason === 'damaged')) throw error
    source.next = undefined
  }
}
