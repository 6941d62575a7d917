import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { DEFAULT_LANGUAGE } from '@livetap/contract'
import type { Storage } from '../../platform/storage/storage'
import { type MeetingsService, type MeetingsStore, meetingFiles, QUEUED_STAGE } from '../meetings'
import { readSamples, type Sample } from './sample-list'
import type { SamplesStore } from './samples.store'

export interface SamplesServiceOptions {
  store: SamplesStore
  meetings: MeetingsService
  meetingsStore: MeetingsStore
  storage: Storage
  /** Behind everything that a user waits for. */
  enqueue: (meetingId: string) => Promise<void>
  folder: string
  region: string
  siteId: string
  /** Whose meetings they are. */
  host: () => Promise<{ userId: string; email: string }>
  /** A labelling project over their utterances; absent where projects are answered elsewhere. */
  importProject?: (by: string) => Promise<void>
}

/** Gives an empty installation something to look at: recordings that go through the pipeline like any other. */
export class SamplesService {
  constructor(private readonly options: SamplesServiceOptions) {}

  /**
   * Once and never again: what was deleted stays deleted, and an installation with meetings of its own gets none. A
   * crash in between is repaired at the next start, without a second copy.
   */
  async importSamples(): Promise<number> {
    const { store, folder } = this.options
    let brought = 0
    await store.alone(async () => {
      if (await store.isSettled()) return
      if (!(await store.hasOtherMeetings())) {
        for (const sample of await readSamples(folder)) {
          await this.#import(sample)
          brought += 1
        }
        await this.options.importProject?.((await this.options.host()).email)
      }
      await store.settle()
    })
    return brought
  }

  async #import(sample: Sample): Promise<void> {
    const { store, meetings, meetingsStore, storage, folder, region, siteId, host, enqueue } = this.options
    const path = join(folder, sample.file)
    const id = await store.meetingOf(sample.file, meetings.newId(region))
    if (!(await meetingsStore.find(id))) {
      const { userId, email } = await host()
      await meetings.create({
        id,
        title: sample.title,
        hostUserId: userId,
        hostEmail: email,
        siteId,
        siteName: sample.siteName,
        source: sample.source,
        number: sample.number,
        region,
        language: DEFAULT_LANGUAGE,
        enableEnsemble: true,
        sharder: sample.sharder,
        trainableShardPercent: sample.trainableShardPercent,
        status: 'processing',
        stage: QUEUED_STAGE,
        startedAt: new Date(),
        recordingName: sample.file,
        recordingType: '',
        recordingBytes: (await stat(path)).size,
      })
    }
    const key = meetingFiles.recording(id, extname(sample.file).slice(1))
    await storage.put(key, createReadStream(path))
    await meetingsStore.change(id, { recordingKey: key }, ['processing'])
    await enqueue(id)
  }
}
