import type { Readable } from 'node:stream'
import type { MediaUrls } from '../../platform/media/media-urls'
import { ServiceError } from '../../platform/service-error'
import type { Storage, StoredObject } from '../../platform/storage/storage'
import { type MeetingsService, meetingFiles } from '../meetings'

export interface RecordingsServiceOptions {
  meetings: MeetingsService
  storage: Storage
  mediaUrls: MediaUrls
}

/** What a past meeting sounds and looks like. */
export class RecordingsService {
  constructor(private readonly options: RecordingsServiceOptions) {}

  audioUrl(meetingId: string, sessionId: string): Promise<string> {
    return this.#url(meetingId, sessionId, meetingFiles.audio(meetingId), 'There is no audio of this meeting')
  }

  /** Where the audio can be saved as a file; null where there is none. */
  async downloadUrl(meetingId: string, sessionId: string): Promise<string | null> {
    const { storage, mediaUrls } = this.options
    const key = meetingFiles.audio(meetingId)
    const object = await storage.stat(key)
    return object ? mediaUrls.of(key, { sessionId, downloadName: `${meetingId}.flac` }) : null
  }

  videoUrl(meetingId: string, sessionId: string): Promise<string> {
    return this.#url(meetingId, sessionId, meetingFiles.video(meetingId), 'There is no video of this meeting')
  }

  /** The waveform as it was written once, when the meeting was processed. */
  async peaks(meetingId: string): Promise<{ object: StoredObject; read(): Promise<Readable> }> {
    const key = meetingFiles.peaks(meetingId)
    const object = await this.#find(meetingId, key, 'There is no waveform of this meeting')
    return { object, read: () => this.options.storage.get(key) }
  }

  async #url(meetingId: string, sessionId: string, key: string, missing: string): Promise<string> {
    await this.#find(meetingId, key, missing)
    return this.options.mediaUrls.of(key, { sessionId })
  }

  async #find(meetingId: string, key: string, missing: string): Promise<StoredObject> {
    await this.options.meetings.getReady(meetingId)
    const object = await this.options.storage.stat(key)
    if (!object) throw new ServiceError('not_found', missing)
    return object
  }
}
