import type { MeetingSpeaker, TranscriptQuery, UtteranceVersion } from '@livetap/contract'
import { retimeWords } from '@livetap/transcript'
import type { Principal } from '../../platform/principal'
import { ServiceError } from '../../platform/service-error'
import type { EventRecorder } from '../events'
import type { Meeting, MeetingsService } from '../meetings'
import { type OffTheRecordStore, offTheRecordWire } from './off-the-record.store'
import { segmentsAfterEdit } from './segments-after-edit'
import type { NamedSpeaker, SpeakerNamesStore } from './speaker-names.store'
import { transcriptJson } from './transcript-json'
import type { StoredUtterance } from './utterance'
import type { UtterancesStore } from './utterances.store'

export interface TranscriptServiceOptions {
  meetings: MeetingsService
  utterances: UtterancesStore
  speakerNames: SpeakerNamesStore
  offTheRecord: OffTheRecordStore
  events: EventRecorder
}

export interface TranscriptReading {
  /** The same for the same question as long as nothing of the answer has changed. */
  tag: string
  json(): AsyncIterable<string>
}

/** Hears of a correction after it is kept; what it does with it must not fail. */
export type EditListener = (after: StoredUtterance, by: string) => Promise<void>

/** The same of a speaker's name; an empty one was taken away. */
export type RenameListener = (
  meeting: Meeting,
  speaker: { id: string; name: string },
  by: Principal,
) => Promise<void>

export class TranscriptService {
  readonly #editListeners: EditListener[] = []
  readonly #renameListeners: RenameListener[] = []

  constructor(private readonly options: TranscriptServiceOptions) {}

  afterEdit(listener: EditListener): void {
    this.#editListeners.push(listener)
  }

  afterRename(listener: RenameListener): void {
    this.#renameListeners.push(listener)
  }

  async read(meetingId: string, query: TranscriptQuery): Promise<TranscriptReading> {
    const { utterances, speakerNames, offTheRecord } = this.options
    const meeting = await this.options.meetings.getReady(meetingId)
    const parts = {
      words: query.enable_word_time_offsets === true,
      segments: query.segments_transcript === true,
    }
    const { offset = 0, limit } = query
    const question = [Number(parts.words), Number(parts.segments), offset, limit ?? 'all'].join('.')
    return {
      tag: `W/"${meeting.transcriptRevision}.${question}"`,
      json: () =>
        transcriptJson({
          total: () => utterances.count(meetingId),
          speakers: async () => (await speakerNames.list(meetingId)).map(speakerWire),
          offTheRecord: async () => offTheRecordWire(await offTheRecord.list(meetingId)),
          page: page => utterances.page(meetingId, page),
          parts,
          offset,
          limit,
        }),
    }
  }

  /** Unchanged words keep their times; the replaced text stays as a version. */
  async edit(
    meetingId: string,
    utteranceId: string,
    edit: { text: string; version: number },
    by: string,
  ): Promise<StoredUtterance> {
    const before = await this.#find(meetingId, utteranceId)
    if (before.version !== edit.version) throw newer(before.version)
    if (before.text === edit.text) return before
    const words = retimeWords(before.words, edit.text, before)
    const speakerSegments = segmentsAfterEdit(before.speakerSegments, before.words, words, edit.text)
    const after = await this.options.utterances.edit(before, {
      text: edit.text,
      words,
      speakerSegments,
      editedBy: by,
    })
    if (!after) throw newer(before.version + 1)
    const fields = { utterance_id: utteranceId, version: after.version, edited_by: by }
    this.options.events.of(meetingId).ledger('transcriptEdited', fields)
    for (const listener of this.#editListeners) await listener(after, by)
    return after
  }

  /** Newest first; the recogniser's own text is always the last. */
  async versions(meetingId: string, utteranceId: string): Promise<UtteranceVersion[]> {
    const current = await this.#find(meetingId, utteranceId)
    const all = [current, ...(await this.options.utterances.earlierVersions(utteranceId))]
    return all.map(({ version, text, editedBy, editedAt }, at) => ({
      version,
      text,
      edited_by: editedBy ?? undefined,
      edited_at: editedAt?.toISOString(),
      original: at === all.length - 1,
    }))
  }

  async renameSpeaker(
    meetingId: string,
    speakerId: string,
    name: string,
    by: Principal,
  ): Promise<MeetingSpeaker> {
    const { meetings, speakerNames } = this.options
    const meeting = await meetings.getReady(meetingId)
    if (name === '') await speakerNames.forget(meetingId, speakerId)
    const named =
      name === ''
        ? { speakerId, name, renamedBy: by.userName, renamedAt: new Date() }
        : await speakerNames.rename(meetingId, speakerId, name, by.userName)
    const fields = { speaker_id: speakerId, renamed_by: by.userName }
    this.options.events.of(meetingId).ledger('speakerRenamed', fields)
    for (const listener of this.#renameListeners) await listener(meeting, { id: speakerId, name }, by)
    return speakerWire(named)
  }

  async #find(meetingId: string, utteranceId: string): Promise<StoredUtterance> {
    await this.options.meetings.getReady(meetingId)
    const utterance = await this.options.utterances.find(meetingId, utteranceId)
    if (!utterance) throw new ServiceError('not_found', 'There is no such utterance in this meeting')
    return utterance
  }
}

const newer = (version: number) =>
  new ServiceError('newer_version', `Another user has changed this text: version ${version} is the newest`)

const speakerWire = ({ speakerId, name, renamedBy, renamedAt }: NamedSpeaker): MeetingSpeaker => ({
  speaker_id: speakerId,
  name,
  renamed_by: renamedBy,
  renamed_at: renamedAt.toISOString(),
})
