import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { peaksAnswerSchema } from '@livetap/contract'
import { highlightToWire, type TimeRange } from '@livetap/transcript'
import type { Media } from '../../platform/media/media'
import type { MediaUrls } from '../../platform/media/media-urls'
import type { Principal, SharedStretch } from '../../platform/principal'
import { ServiceError } from '../../platform/service-error'
import type { Storage } from '../../platform/storage/storage'
import { isWhole, sharedCutKey } from '../access'
import { type MeetingsService, meetingFiles } from '../meetings'
import {
  type HighlightsStore,
  type SpeakerNamesStore,
  type StoredUtterance,
  storedUtteranceWire,
  type UtterancesStore,
  utteranceWithout,
} from '../transcripts'

const PAGE = 1000

export interface SharedMeetingOptions {
  meetings: MeetingsService
  utterances: UtterancesStore
  highlights: HighlightsStore
  speakerNames: SpeakerNamesStore
  storage: Storage
  media: Media
  mediaUrls: MediaUrls
}

/** What a link shows of its meeting, cut to the stretch that it shares: nothing beside it leaves the server. */
export class SharedMeetingService {
  readonly #cutting = new Map<string, Promise<void>>()

  constructor(private readonly options: SharedMeetingOptions) {}

  async transcript(by: Principal) {
    const shared = sharedBy(by)
    const { meetings, speakerNames } = this.options
    await meetings.getReady(shared.meetingId)
    const utterances = await this.#utterances(shared)
    const spoken = new Set(utterances.flatMap(({ speakerIds }) => speakerIds))
    const names = await speakerNames.list(shared.meetingId)
    return {
      results: utterances.map(one => storedUtteranceWire(one, { words: true, segments: true })),
      total: utterances.length,
      speakers: names
        .filter(({ speakerId }) => spoken.has(speakerId))
        .map(({ speakerId, name }) => ({ speaker_id: speakerId, name })),
    }
  }

  async highlights(by: Principal) {
    const shared = sharedBy(by)
    await this.options.meetings.getReady(shared.meetingId)
    const { startMs, endMs } = rangeOf(shared)
    const all = await this.options.highlights.list(shared.meetingId)
    const within = all.filter(one => one.startMs >= startMs && one.endMs <= endMs)
    return within.map(one => ({ ...highlightToWire(one) }))
  }

  async audioUrl(by: Principal): Promise<string> {
    const shared = sharedBy(by)
    await this.options.meetings.getReady(shared.meetingId)
    const whole = meetingFiles.audio(shared.meetingId)
    if (!(await this.options.storage.stat(whole)))
      throw new ServiceError('not_found', 'There is no audio of this meeting')
    const key = isWhole(shared) ? whole : await this.#cut(shared, whole)
    return this.options.mediaUrls.of(key, { sessionId: by.sessionId })
  }

  /** Of a whole meeting alone: a copy cut at its key frames would begin with what is not shared. */
  async videoUrl(by: Principal): Promise<string> {
    const shared = sharedBy(by)
    const { meetings, storage, mediaUrls } = this.options
    await meetings.getReady(shared.meetingId)
    const key = meetingFiles.video(shared.meetingId)
    if (!isWhole(shared) || !(await storage.stat(key)))
      throw new ServiceError('not_found', 'There is no video of what is shared')
    return mediaUrls.of(key, { sessionId: by.sessionId })
  }

  async peaks(by: Principal) {
    const shared = sharedBy(by)
    const { meetings, storage } = this.options
    await meetings.getReady(shared.meetingId)
    const key = meetingFiles.peaks(shared.meetingId)
    if (!(await storage.stat(key)))
      throw new ServiceError('not_found', 'There is no waveform of this meeting')
    const all = peaksAnswerSchema.parse(JSON.parse((await buffer(await storage.get(key))).toString()))
    const { startMs, endMs } = rangeOf(shared)
    const end = Math.min(endMs, all.duration_millis)
    const [from, to] = [Math.floor(startMs / all.step_millis), Math.ceil(end / all.step_millis)]
    return { ...all, duration_millis: Math.max(0, end - startMs), peaks: all.peaks.slice(from * 2, to * 2) }
  }

  async #utterances(shared: SharedStretch): Promise<StoredUtterance[]> {
    const { startMs, endMs } = rangeOf(shared)
    const beside = [
      { startMs: Number.NEGATIVE_INFINITY, endMs: startMs },
      { startMs: endMs, endMs: Number.POSITIVE_INFINITY },
    ]
    const found: StoredUtterance[] = []
    for (let after: { startMs: number; id: string } | undefined; ; ) {
      const page = await this.options.utterances.page(shared.meetingId, { limit: PAGE, after })
      for (const one of page) {
        if (one.startMs >= endMs || one.endMs <= startMs) continue
        const isInside = one.startMs >= startMs && one.endMs <= endMs
        // A line over an edge is cut by its words; of one without any it is not known what was said where.
        const cut = isInside ? one : one.words.length > 0 ? utteranceWithout(one, beside) : undefined
        if (cut) found.push(isInside ? cut : { ...cut, originalText: cut.text })
      }
      const last = page.at(-1)
      if (!last || page.length < PAGE || last.startMs >= endMs) return found
      after = { startMs: last.startMs, id: last.id }
    }
  }

  /** Made once, when it is asked for, and deleted with the share or the meeting. */
  async #cut(shared: SharedStretch, whole: string): Promise<string> {
    const key = sharedCutKey(shared.meetingId, shared.shareId)
    if (await this.options.storage.stat(key)) return key
    const cutting = this.#cutting.get(key) ?? this.#write(key, whole, rangeOf(shared))
    this.#cutting.set(key, cutting)
    await cutting.finally(() => this.#cutting.delete(key))
    return key
  }

  async #write(key: string, whole: string, range: TimeRange): Promise<void> {
    const { storage, media } = this.options
    const folder = await mkdtemp(join(tmpdir(), 'livetap-share-'))
    try {
      const target = join(folder, 'cut.flac')
      let path = storage.localPath?.(whole)
      if (path === undefined) {
        path = join(folder, 'whole.flac')
        await pipeline(await storage.get(whole), createWriteStream(path))
      }
      await media.cutFlac({ path, ending: 'flac' }, target, range)
      await storage.put(key, createReadStream(target))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function sharedBy({ shared }: Principal): SharedStretch {
  if (!shared) throw new ServiceError('forbidden', 'You may not do this: shared.read')
  return shared
}

const rangeOf = ({ fromMs, toMs }: SharedStretch): TimeRange => ({
  startMs: fromMs ?? 0,
  endMs: toMs ?? Number.POSITIVE_INFINITY,
})
