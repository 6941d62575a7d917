import type { FilteredMeeting } from '@livetap/contract'
import type { Principal } from '../../platform/principal'
import { ServiceError } from '../../platform/service-error'
import type { TranscriptsModule } from '../transcripts'
import { plainNumber } from './conference'
import type { LookupsStore } from './lookups.store'

const DAY_MS = 86_400_000
const FILES_AT_ONCE = 8

export interface LookupsOptions {
  store: LookupsStore
  recordings: TranscriptsModule['recordings']
  pastDays: number
}

/** From a conference to our meeting, where the caller may know of it. */
export class LookupsService {
  constructor(private readonly options: LookupsOptions) {}

  async byConference(
    by: Principal,
    webexId: string,
    start: Date | undefined,
    end: Date | undefined,
  ): Promise<string> {
    return found(await this.options.store.byConference(by, webexId, start, end))
  }

  async byNumber(by: Principal, number: string): Promise<string> {
    return found(await this.options.store.byNumber(by, plainNumber(number)))
  }

  async meetingsOf(
    by: Principal,
    number: string,
    start: Date | undefined,
    end: Date | undefined,
  ): Promise<FilteredMeeting[]> {
    const { store, pastDays } = this.options
    const to = end ?? new Date()
    const from = start ?? new Date(Date.now() - pastDays * DAY_MS)
    const meetings = await store.ofNumber(by, plainNumber(number), from, to)
    const urls = await this.#recordingsOf(
      meetings.map(({ id }) => id),
      by.sessionId,
    )
    return meetings.map(({ id, conference_id, started_at, utterances }) => ({
      webex_meeting_id: conference_id,
      VOICEA_MEETING_ID: id,
      timestamp: started_at.toISOString(),
      transcripts_length: utterances,
      audio_url: urls.get(id) ?? null,
    }))
  }

  async #recordingsOf(ids: readonly string[], sessionId: string): Promise<Map<string, string | null>> {
    const urls = new Map<string, string | null>()
    for (let at = 0; at < ids.length; at += FILES_AT_ONCE)
      await Promise.all(
        ids.slice(at, at + FILES_AT_ONCE).map(async id => {
          urls.set(id, await this.options.recordings.downloadUrl(id, sessionId))
        }),
      )
    return urls
  }
}

function found(id: string | undefined): string {
  if (id === undefined) throw new ServiceError('not_found', 'No meeting of this conference is known')
  return id
}
