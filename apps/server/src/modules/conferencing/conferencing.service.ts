import type { Principal } from '../../platform/principal'
import { ServiceError } from '../../platform/service-error'
import type { LiveMeetingsModule } from '../live-meetings'
import { type ConferenceFilter, plainNumber, type StoredConference } from './conference'
import type { ConferencesStore } from './conferences.store'
import { cursorOf, type PagePosition } from './page-cursor'

const UNIQUE_VIOLATION = '23505'

export interface ConferencingOptions {
  store: ConferencesStore
  live: LiveMeetingsModule['service']
  site: { id: string; name: string }
  region: string
}

export interface ConferenceQuestion extends Omit<ConferenceFilter, 'hostUserId' | 'after'> {
  /** Whose meetings are asked for; only the caller's own are shown. */
  emails: readonly string[]
  after?: PagePosition
}

/** The provider's meetings, where this installation is the provider. */
export class ConferencingService {
  constructor(private readonly options: ConferencingOptions) {}

  async list(
    { emails, number, limit, ...question }: ConferenceQuestion,
    by: Principal,
  ): Promise<{ conferences: StoredConference[]; next: string | undefined }> {
    const own = new Set([...by.emails, by.userName].map(email => email.toLowerCase()))
    if (emails.some(email => !own.has(email.toLowerCase())))
      throw new ServiceError('forbidden', 'Only the meetings that you host are shown')
    const found = await this.options.store.list(by, {
      ...question,
      number: number && plainNumber(number),
      hostUserId: by.userId,
      limit: limit + 1,
    })
    const conferences = found.slice(0, limit)
    const last = found.length > limit ? conferences.at(-1) : undefined
    return { conferences, next: last && cursorOf(last) }
  }

  async get(id: string, by: Principal): Promise<StoredConference> {
    const conference = await this.options.store.find(by, id)
    if (!conference) throw noSuchConference()
    return conference
  }

  async schedule(
    { title, start, end }: { title: string; start: Date; end: Date },
    by: Principal,
  ): Promise<StoredConference> {
    const { store, site } = this.options
    const id = await store.schedule({
      title,
      start,
      end,
      hostUserId: by.userId,
      hostEmail: by.emails[0] ?? by.userName,
      siteId: site.id,
      siteName: site.name,
    })
    return await this.get(id, by)
  }

  async cancel(id: string, by: Principal): Promise<void> {
    await this.#ownSeries(id, by)
    await this.options.store.remove(id)
  }

  /** Makes the live meeting of a series. Only one of a series runs at a time: a second opening answers the first. */
  async open(id: string, by: Principal): Promise<string> {
    const { store, live, region } = this.options
    const series = await this.#ownSeries(id, by)
    const running = await store.runningOf(id)
    if (running) return running
    const query = { client_region: region, webex_site_id: series.site_id, webex_site_name: series.site_name }
    const start_at_utc = new Date().toISOString()
    const body = { start_at_utc, enable_ensemble: true, trainable_shard_percent: 0, title: series.title }
    try {
      return (await live.create(query, body, by, { number: series.number, series: id })).id
    } catch (error) {
      const first = isTaken(error) ? await store.runningOf(id) : undefined
      if (!first) throw error
      return first
    }
  }

  async #ownSeries(id: string, by: Principal) {
    const series = await this.options.store.findSeries(id)
    if (!series) throw noSuchConference()
    if (series.host_user_id !== by.userId)
      throw new ServiceError('forbidden', 'Only its host can do this with a scheduled meeting')
    return series
  }
}

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION

const noSuchConference = () => new ServiceError('not_found', 'There is no such conference')
