import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Media, SourceFile } from '../../../platform/media/media'
import type { Storage } from '../../../platform/storage/storage'
import { type Meeting, meetingFiles } from '../../meetings'
import { PcmFile } from './pcm-file'
import { AUDIO_FILE, CHANNELS_FILE, type RunFiles, trackFile } from './run-files'

export interface StoredFilesOptions {
  meeting: Meeting
  storage: Storage
  media: Media
  folder: string
  /** Its tracks are the voices of an ended call. */
  isCall: boolean
  signal: AbortSignal
}

/** Files of a run over the storage. What an earlier stage made is fetched when this process does not have it. */
export class StoredFiles implements RunFiles {
  readonly #tracks = new Map<number | null, Promise<PcmFile>>()

  private constructor(private readonly options: StoredFilesOptions) {}

  static async open(options: StoredFilesOptions): Promise<StoredFiles> {
    await rm(options.folder, { recursive: true, force: true })
    await mkdir(options.folder, { recursive: true, mode: 0o700 })
    return new StoredFiles(options)
  }

  async recording(): Promise<SourceFile> {
    const key = this.options.meeting.recordingKey
    if (key === null) throw new Error('the recording was never stored')
    const path = this.options.storage.localPath?.(key) ?? (await this.#fetch(key, `recording${extname(key)}`))
    return { path, ending: extname(key).slice(1) }
  }

  scratch(name: string): string {
    return join(this.options.folder, name)
  }

  async store(key: string, path: string): Promise<void> {
    await this.options.storage.put(key, createReadStream(path))
  }

  async storeBytes(key: string, bytes: Uint8Array): Promise<void> {
    await this.options.storage.put(key, bytes)
  }

  track(channel: number | null): Promise<PcmFile> {
    let track = this.#tracks.get(channel)
    if (!track) {
      track = this.#decode(channel)
      // A failure goes to the caller; the next call tries again.
      track.catch(() => this.#tracks.delete(channel))
      this.#tracks.set(channel, track)
    }
    return track
  }

  async close(): Promise<void> {
    await rm(this.options.folder, { recursive: true, force: true })
  }

  async #decode(channel: number | null): Promise<PcmFile> {
    const { media, signal } = this.options
    const { key, name, pick } = this.#source(channel)
    const target = this.scratch(trackFile(channel))
    if (!(await stat(target).catch(() => undefined))) {
      const path = await this.#fetch(key, name)
      const unfinished = `${target}.part`
      await media.toPcm({ path, ending: 'flac' }, unfinished, { channel: pick, signal })
      await rename(unfinished, target)
    }
    return await PcmFile.open(target)
  }

  /** Where the sound of a track lies; `pick` is its channel there. */
  #source(channel: number | null): { key: string; name: string; pick?: number } {
    const { meeting, isCall } = this.options
    if (channel === null) return { key: meetingFiles.audio(meeting.id), name: AUDIO_FILE }
    if (isCall) return { key: meetingFiles.voice(meeting.id, channel), name: `voice-${channel}.flac` }
    return { key: meetingFiles.work(meeting.id, CHANNELS_FILE), name: CHANNELS_FILE, pick: channel }
  }

  /** Into the scratch folder, unless it is there; a half-fetched file never has the name. */
  async #fetch(key: string, name: string): Promise<string> {
    const target = this.scratch(name)
    if (await stat(target).catch(() => undefined)) return target
    const unfinished = `${target}.part`
    const content = await this.options.storage.get(key)
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }), { signal: this.options.signal })
    await rename(unfinished, target)
    return target
  }
}
