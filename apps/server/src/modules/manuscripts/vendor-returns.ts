import type { ManuscriptReturn } from '@livetap/contract'
import type { ParserCaller, ParserPool } from '../../platform/parser-pool/parser-pool'
import { ServiceError } from '../../platform/service-error'
import { shownName } from '../../platform/zip/shown-name'
import { fileIdOf, type HumanTranscripts } from '../trainable'
import type { ProjectActivityStore } from './project-activity.store'
import type { ProjectRow } from './project-row'
import type { ProjectShardsStore } from './project-shards.store'
import { ReturnedFileError } from './returned-transcript'
import { type ReturnedFile, vendorReturnTask } from './vendor-return-task'

const MAX_UNMATCHED_NAMES = 100
const DUMMY_BATCH = 500

export interface VendorReturnsOptions {
  shards: ProjectShardsStore
  activity: ProjectActivityStore
  transcripts: Pick<HumanTranscripts, 'record'>
  parsers: ParserPool
}

/** On this machine; `name` is the sender's. */
export interface ReturnedZip {
  path: string
  name: string
}

export interface ReturnSender extends ParserCaller {
  userName: string
}

/** What vendors send back becomes the texts of the shards. */
export class VendorReturns {
  constructor(private readonly options: VendorReturnsOptions) {}

  /** Takes in a zip. What is no transcript of a shard of this project is listed and changes nothing. */
  async importReturn(project: ProjectRow, file: ReturnedZip, by: ReturnSender): Promise<ManuscriptReturn> {
    const { shards, activity, parsers } = this.options
    // A file is called as the package calls it: by the id without what a file name may not hold.
    const ids = new Map([...(await shards.idsIn(project.id))].map(id => [fileIdOf({ id }), id]))
    const unmatched: ManuscriptReturn['unmatched'] = []
    let received = 0
    let unmatchedTotal = 0
    const input = { path: file.path, fileIds: [...ids.keys()] }
    for await (const files of parsers.read(vendorReturnTask, input, by)) {
      const recorded: string[] = []
      for (const returned of files) {
        const problem = await this.#apply(returned, ids, recorded, by.userName)
        if (problem === undefined) continue
        unmatchedTotal++
        if (unmatched.length < MAX_UNMATCHED_NAMES) unmatched.push({ name: returned.name, reason: problem })
      }
      if (recorded.length === 0) continue
      // Counted in the project part by part, so that a long return is seen to move.
      await shards.receive(project.id, recorded)
      received += recorded.length
    }
    const taken = {
      file: shownName(file.name),
      returned_at: new Date().toISOString(),
      returned_by: by.userName,
      received,
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

  /** Why a file changes nothing; undefined where its text was recorded. */
  async #apply(
    file: ReturnedFile,
    ids: ReadonlyMap<string, string>,
    recorded: string[],
    by: string,
  ): Promise<string | undefined> {
    if ('problem' in file) return file.problem
    const id = ids.get(file.fileId)!
    try {
      await this.#record(id, file.text, by)
      recorded.push(id)
      return undefined
    } catch (error) {
      if (error instanceof ReturnedFileError) return error.message
      throw error
    }
  }

  async #record(shardId: string, text: string, by: string): Promise<void> {
    try {
      await this.options.transcripts.record({ shardId, text, by, source: 'vendor' })
    } catch (error) {
      if (error instanceof ServiceError) throw new ReturnedFileError('belongs to a shard that was deleted')
      throw error
    }
  }
}

const ignoreGone = (error: unknown) => {
  if (!(error instanceof ReturnedFileError)) throw error
}
