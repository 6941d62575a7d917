import type { ManuscriptReturn } from '@livetap/contract'
import { readZip } from '../../platform/zip/read-zip'
import { shownName } from '../../platform/zip/zip-error'
import { fileIdOf, type HumanTranscripts, TrainableError } from '../trainable'
import type { ProjectActivityStore } from './project-activity.store'
import type { ProjectRow } from './project-row'
import type { ProjectShardsStore } from './project-shards.store'
import { isTranscriptFile, ReturnedFileError, stemOf, transcriptOf } from './returned-transcript'

const LIMITS = { entries: 100_000, entryBytes: 1024 * 1024, totalBytes: 512 * 1024 * 1024 }
const MAX_UNMATCHED_NAMES = 100
/** Counted in the project so often, that a long return is seen to move. */
const BATCH = 200
const DUMMY_BATCH = 500

export interface VendorReturnsOptions {
  shards: ProjectShardsStore
  activity: ProjectActivityStore
  transcripts: Pick<HumanTranscripts, 'record'>
}

/** What vendors send back becomes the texts of the shards. */
export class VendorReturns {
  constructor(private readonly options: VendorReturnsOptions) {}

  /** Takes in a zip. What is no transcript of a shard of this project is listed and changes nothing. */
  async takeIn(project: ProjectRow, path: string, file: string, by: string): Promise<ManuscriptReturn> {
    const { shards, activity } = this.options
    // A file is called as the package calls it: by the id without what a file name may not hold.
    const expected = new Map([...(await shards.idsIn(project.id))].map(id => [fileIdOf({ id }), id]))
    const seen = new Set<string>()
    const unmatched: ManuscriptReturn['unmatched'] = []
    let unmatchedTotal = 0
    let waiting: string[] = []
    for await (const { name, read } of readZip(path, LIMITS)) {
      try {
        if (!isTranscriptFile(name)) throw new ReturnedFileError('is not a .txt or .json transcript')
        const id = expected.get(fileIdOf({ id: stemOf(name) }))
        if (id === undefined) throw new ReturnedFileError('names no shard of this project')
        if (seen.has(id)) throw new ReturnedFileError('is a second transcript of its shard')
        await this.#record(id, transcriptOf(name, await read()), by)
        seen.add(id)
        waiting.push(id)
      } catch (error) {
        if (!(error instanceof ReturnedFileError)) throw error
        unmatchedTotal++
        if (unmatched.length < MAX_UNMATCHED_NAMES)
          unmatched.push({ name: shownName(name), reason: error.message })
      }
      if (waiting.length >= BATCH) {
        await shards.receive(project.id, waiting)
        waiting = []
      }
    }
    await shards.receive(project.id, waiting)
    const taken = {
      file: shownName(file),
      returned_at: new Date().toISOString(),
      returned_by: by,
      received: seen.size,
      unmatched,
      unmatched_total: unmatchedTotal,
    }
    await activity.noteReturn(project.id, taken)
    return taken
  }

  /** The dummy vendor reads what the recogniser heard. False when nothing was out. */
  async returnByItself(project: ProjectRow): Promise<boolean> {
    const { shards, activity } = this.options
    const sent = await shards.unreceived(project.id, DUMMY_BATCH)
    if (sent.length === 0) return false
    for (const { shardId, transcript } of sent)
      await this.#record(shardId, transcript, project.vendor).catch(ignoreGone)
    await shards.receive(
      project.id,
      sent.map(({ shardId }) => shardId),
    )
    await activity.noteReturn(project.id, {
      file: '',
      returned_at: new Date().toISOString(),
      returned_by: project.vendor,
      received: sent.length,
      unmatched: [],
      unmatched_total: 0,
    })
    return true
  }

  async #record(shardId: string, text: string, by: string): Promise<void> {
    try {
      await this.options.transcripts.record({ shardId, text, by, source: 'vendor' })
    } catch (error) {
      if (error instanceof TrainableError) throw new ReturnedFileError('belongs to a shard that was deleted')
      throw error
    }
  }
}

const ignoreGone = (error: unknown) => {
  if (!(error instanceof ReturnedFileError)) throw error
}
