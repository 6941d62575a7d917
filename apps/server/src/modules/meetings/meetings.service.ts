import { type Enhancement, type SpokenCounts, texts } from '@livetap/contract'
import { ServiceError } from '../../platform/service-error'
import type { Viewer } from '../access'
import type { EventRecorder } from '../events'
import { ByRevision } from './by-revision'
import type { Meeting, MeetingDeletion, MeetingSearch, NewMeeting, RecentMeeting } from './meeting'
import { endEntries } from './meeting-end'
import { newMeetingId, suffixOfRegion } from './meeting-id'
import type { MeetingProcessing } from './meeting-processing'
import type { MeetingRemoval } from './meeting-removal'
import type { MeetingsStore } from './meetings.store'
import { runProgress } from './run-progress'

export interface MeetingsServiceOptions {
  store: MeetingsStore
  removal: MeetingRemoval
  events: EventRecorder
  suffixToRegion: Readonly<Record<string, string>>
}

/** Meetings whose speakers and lines are not counted again until they change. */
const MAX_COUNTED = 5_000

export class MeetingsService {
  /** Where recordings go when they are complete. Set after both are composed: the pipeline needs the meetings. */
  processing!: MeetingProcessing
  readonly #stages = new Map<string, (id: string) => Promise<void>>()
  readonly #speakers = new ByRevision<number>(MAX_COUNTED)
  readonly #spoken = new ByRevision<SpokenCounts>(MAX_COUNTED)

  constructor(private readonly options: MeetingsServiceOptions) {}

  /** An id that names its region, one of this installation's. */
  newId(region: string): string {
    const { suffixToRegion } = this.options
    const suffix = suffixOfRegion(suffixToRegion, region)
    if (suffix === undefined) {
      const known = [...new Set(Object.values(suffixToRegion))].join(', ')
      throw new ServiceError('invalid', `client_region: must be one of ${known}`)
    }
    return newMeetingId(suffix)
  }

  /** Makes a meeting, under an id given before or a new one. */
  async create(given: Omit<NewMeeting, 'id'> & { id?: string }): Promise<Meeting> {
    const { store, events } = this.options
    const meeting = await store.create({ ...given, id: given.id ?? this.newId(given.region) })
    const { source, siteName, hostEmail, region, startedAt, createdAt } = meeting
    const record = events.of(meeting.id)
    record.log('meetingCreated', { source, site: siteName, region }, startedAt)
    const created_at = createdAt.toISOString()
    record.ledger('meetingCreated', { created_at, source, host: hostEmail, region }, startedAt)
    return meeting
  }

  /** A stage that is not the pipeline's: its own module runs it again. */
  retriesStage(stage: string, retry: (id: string) => Promise<void>): void {
    this.#stages.set(stage, retry)
  }

  /** Those that the viewer may know of, newest first, each with the number of speakers in its transcript. */
  async recent(viewer: Viewer, limit: number, wanted: MeetingSearch = {}): Promise<RecentMeeting[]> {
    const listed = await this.options.store.recent(viewer, limit, wanted)
    const speakers = await this.speakers(listed.map(({ meeting }) => meeting))
    return listed.map(one => ({ ...one, speakers: speakers.get(one.meeting.id) ?? 0 }))
  }

  /** How many speakers the transcript of each has; counted again where it has changed. */
  async speakers(meetings: readonly Meeting[]): Promise<Map<string, number>> {
    const known = ({ id, transcriptRevision }: Meeting) => this.#speakers.get(id, transcriptRevision)
    const changed = meetings.filter(meeting => known(meeting) === undefined)
    const counted = await this.options.store.speakers(changed.map(({ id }) => id))
    for (const { id, transcriptRevision } of changed)
      this.#speakers.set(id, transcriptRevision, counted.get(id) ?? 0)
    return new Map(meetings.map(meeting => [meeting.id, counted.get(meeting.id) ?? known(meeting) ?? 0]))
  }

  async get(id: string): Promise<Meeting> {
    const meeting = await this.options.store.find(id)
    if (!meeting) throw noSuchMeeting()
    return meeting
  }

  async deletion(id: string): Promise<MeetingDeletion> {
    const deletion = await this.options.store.deletion(id)
    if (!deletion) throw new ServiceError('not_found', 'This meeting was not deleted')
    return deletion
  }

  async spoken({ id, transcriptRevision }: Meeting): Promise<SpokenCounts> {
    const known = this.#spoken.get(id, transcriptRevision)
    if (known) return known
    const counts = await this.options.store.spoken(id)
    this.#spoken.set(id, transcriptRevision, counts)
    return counts
  }

  async enhancement(id: string): Promise<Enhancement | undefined> {
    return await this.processing.enhancement?.(id)
  }

  /** The meeting when its data can be read; while it is made, the error says at which stage it stands. */
  async getReady(id: string): Promise<Meeting> {
    const meeting = await this.get(id)
    if (meeting.status === 'processing') {
      const percent = Math.floor(runProgress(meeting).progress * 100)
      const stage = meeting.stage ? ` (${meeting.stage}, ${percent} %)` : ''
      throw new ServiceError('not_ready', `${texts.access.meetingNotReady}${stage}`)
    }
    if (meeting.status === 'failed')
      throw new ServiceError(
        'wrong_state',
        `Meeting could not be processed: ${meeting.error ?? 'unknown reason'}`,
      )
    return meeting
  }

  async rename(id: string, title: string, renamedBy: string): Promise<Meeting> {
    const before = await this.get(id)
    if (before.title === title) return before
    const meeting = await this.options.store.change(id, { title })
    if (!meeting) throw noSuchMeeting()
    this.options.events.of(id).ledger('meetingRenamed', { renamed_by: renamedBy })
    return meeting
  }

  async delete(id: string, deletedBy: string): Promise<void> {
    if (!(await this.options.removal.remove(id, deletedBy))) throw noSuchMeeting()
  }

  async cancelProcessing(id: string, by: string): Promise<Meeting> {
    const meeting = await this.get(id)
    if (meeting.status !== 'processing')
      throw new ServiceError('wrong_state', 'This meeting is not being processed')
    await this.processing.cancel(id)
    const { startedAt, stage } = meeting
    this.options.events.of(id).add(endEntries({ reason: 'cancelled', startedAt, stage, facts: { by } }))
    return await this.get(id)
  }

  async retryProcessing(id: string, by: string): Promise<Meeting> {
    const meeting = await this.get(id)
    if (meeting.status !== 'failed')
      throw new ServiceError('wrong_state', 'Only a meeting that failed can be processed again')
    const ownRetry = this.#stages.get(meeting.stage)
    if (ownRetry) await ownRetry(id)
    else if (meeting.recordingKey === null)
      throw new ServiceError('wrong_state', 'Its recording never arrived: upload it again')
    else await this.processing.retry(id)
    this.options.events.of(id).ledger('processingRetried', { by, stage: meeting.stage })
    return await this.get(id)
  }
}

const noSuchMeeting = () => new ServiceError('not_found', 'There is no such meeting')
