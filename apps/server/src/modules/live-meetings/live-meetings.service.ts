import { createHash, randomUUID } from 'node:crypto'
import {
  type CustomPhrase,
  DEFAULT_LANGUAGE,
  defaultCustomPhrases,
  type HotwordStatus,
  MEETING_LIVE,
  type meetingCreateBodySchema,
  type meetingCreateQuerySchema,
  type stopTranslationQuerySchema,
  type translateBodySchema,
} from '@livetap/contract'
import { hotwordSocket } from '@livetap/contract/sockets/hotword-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { z } from 'zod'
import type { Principal } from '../../platform/principal'
import { ServiceError } from '../../platform/service-error'
import type { Tickets } from '../../platform/signing/tickets'
import type { AccessService } from '../access'
import type { EventRecorder } from '../events'
import type { CallPlacement, LiveEventsStore, LiveRoomService, LiveStore } from '../live-room'
import type { Meeting, MeetingsService, MeetingsStore } from '../meetings'
import { type OffTheRecordStore, offTheRecordWire } from '../transcripts'

export interface LiveMeetingsOptions {
  access: AccessService
  meetings: MeetingsService
  meetingsStore: MeetingsStore
  liveStore: LiveStore
  eventsStore: LiveEventsStore
  offTheRecord: OffTheRecordStore
  hotword: LiveRoomService
  placement: CallPlacement
  tickets: Tickets
  events: EventRecorder
  site: { id: string; name: string }
  /** The conferencing provider is another one: its meetings have ids of its own. */
  hasOtherProvider: boolean
  /** Rejects with what is wrong about the language. */
  checkLanguage: (language: string) => Promise<void>
  checkTranslation: (language: string) => Promise<void>
}

/** Of the meeting of a conferencing provider. */
interface ConferenceIds {
  conferenceId?: string
  number?: string
  series?: string
}

const SOURCE = 'livetap'
const SHARDER = 'vadmarker'
/** Of one meeting; the oldest request gives way. */
const MAX_TRANSLATIONS = 32

/** What can be asked of a meeting while it runs. */
export class LiveMeetingsService {
  constructor(private readonly options: LiveMeetingsOptions) {}

  async create(
    query: z.output<typeof meetingCreateQuerySchema>,
    body: z.output<typeof meetingCreateBodySchema>,
    by: Principal,
    conference: ConferenceIds = {},
  ): Promise<Meeting> {
    const { meetings, liveStore, placement, events, site } = this.options
    const asked = body.conference && (await this.#conferenceOf(body.conference))
    if (asked && 'running' in asked) {
      const target = { kind: 'meeting', id: asked.running.id } as const
      await this.options.access.assertMay(by, { action: 'meeting.read', target })
      return asked.running
    }
    await placement.assertPlace()
    const meeting = await meetings.create({
      ...conference,
      ...asked,
      title: body.title ?? untitled(by.userName, new Date()),
      hostUserId: by.userId,
      hostEmail: by.emails[0] ?? by.userName,
      siteId: query.webex_site_id ?? site.id,
      siteName: query.webex_site_name ?? site.name,
      source: SOURCE,
      region: query.client_region,
      language: DEFAULT_LANGUAGE,
      enableEnsemble: body.enable_ensemble,
      sharder: SHARDER,
      trainableShardPercent: body.trainable_shard_percent,
      status: MEETING_LIVE,
      stage: '',
      // The meeting's clock is the server's: what the client calls the start is kept beside it.
      startedAt: new Date(),
    })
    await liveStore.create(meeting.id, defaultCustomPhrases)
    const called = {
      start_at_utc: body.start_at_utc,
      skip_load_balancing: query.skip_load_balancing ?? false,
      by: by.userName,
    }
    events.of(meeting.id).ledger('callStarted', called, meeting.startedAt)
    return meeting
  }

  async setCustomPhrases(id: string, phrases: readonly CustomPhrase[], by: string): Promise<Meeting> {
    const meeting = await this.#running(id)
    await this.options.liveStore.change(id, { customPhrases: phrases })
    this.options.events.of(id).ledger('customPhrasesSet', { count: phrases.length, by })
    await this.options.hotword.changed(id)
    return meeting
  }

  async setLanguage(id: string, language: string, by: string): Promise<Meeting> {
    await this.#running(id)
    await this.options.checkLanguage(language)
    const meeting = await this.options.meetingsStore.change(id, { language }, [MEETING_LIVE])
    if (!meeting) throw notRunning()
    // Touched, so that the owner of the meeting reads it again.
    await this.options.liveStore.change(id, {})
    this.options.events.of(id).ledger('languageChanged', { language_code: language, by })
    await this.options.hotword.changed(id)
    return meeting
  }

  async setHotwordStatus(id: string, status: HotwordStatus, by: string): Promise<HotwordStatus> {
    await this.#running(id)
    const { assistant, ...rest } = status
    const state = await this.options.liveStore.change(id, {
      ...rest,
      earmuffs: assistant === undefined ? undefined : !assistant,
    })
    if (!state) throw notRunning()
    this.options.events.of(id).ledger('hotwordStatusChanged', { ...status, by })
    await this.options.hotword.changed(id)
    const { earmuffs, recording, transcription, chimes } = state
    return { assistant: !earmuffs, recording, transcription, chimes }
  }

  async translate(id: string, wanted: z.output<typeof translateBodySchema>, by: string): Promise<void> {
    await this.#running(id)
    await this.options.checkTranslation(wanted.language)
    const { attendee_id: csi, language, interim } = wanted
    await this.options.liveStore.addTranslation(id, { csi, language, interim }, MAX_TRANSLATIONS)
    this.options.events.of(id).ledger('translationRequested', { csi, language, interim, by })
    await this.options.hotword.changed(id)
  }

  async stopTranslation(
    id: string,
    { attendee_id: csi, language }: z.output<typeof stopTranslationQuerySchema>,
    by: string,
  ): Promise<void> {
    await this.#running(id)
    await this.options.liveStore.removeTranslation(id, { csi, language })
    this.options.events.of(id).ledger('translationStopped', { csi, language, by })
    await this.options.hotword.changed(id)
  }

  /** The socket's address on the node that has the meeting, with a ticket for one connection. */
  async liveAddress(id: string, clientId: string | undefined, by: Principal): Promise<string> {
    await this.#running(id)
    const { access, placement } = this.options
    const owner = await placement.ownerOf(id)
    const target = { kind: 'meeting', id } as const
    const maySpeak = await access.may(by, { action: 'live.speak', target })
    const ticket = this.options.tickets.issue({
      purpose: hotwordSocket.ticket.purpose,
      resource: id,
      userId: by.userId,
      sessionId: by.sessionId,
      claims: {
        clientId: streamOwner(by.userId, clientId ?? randomUUID()),
        userName: by.userName,
        ...(!maySpeak && { listensOnly: 'yes' }),
      },
    })
    return `${owner.url}${pathOf(hotwordSocket, { id }, { ticket })}`
  }

  async liveTranscript(id: string) {
    await this.options.meetings.get(id)
    const off_the_record = offTheRecordWire(await this.options.offTheRecord.list(id))
    return { ...(await this.options.eventsStore.transcripts(id)), off_the_record }
  }

  /** Once more on an ended meeting changes nothing. Answered when all that was said in it is stored. */
  async drop(id: string, by: string): Promise<Meeting> {
    const { meetings, hotword } = this.options
    const meeting = await meetings.get(id)
    const ended = meeting.status === MEETING_LIVE ? await hotword.end(id, 'dropped', by) : meeting
    await hotword.assertStored(id)
    return ended ?? (await meetings.get(id))
  }

  /** The ids of a provider's meeting; or our meeting of it that runs already, for one assistant is enough. */
  async #conferenceOf(given: NonNullable<z.output<typeof meetingCreateBodySchema>['conference']>) {
    if (!this.options.hasOtherProvider)
      throw new ServiceError('invalid', 'conference: the meetings of this installation have their ids')
    const running = await this.options.meetingsStore.runningOf(given.id)
    if (running) return { running }
    const ids: ConferenceIds = { conferenceId: given.id }
    if (given.number) ids.number = given.number.replaceAll(' ', '')
    if (given.series) ids.series = given.series
    return ids
  }

  async #running(id: string): Promise<Meeting> {
    const meeting = await this.options.meetings.get(id)
    if (meeting.status !== MEETING_LIVE) throw notRunning()
    return meeting
  }
}

const notRunning = () => new ServiceError('wrong_state', 'Meeting has ended')

/** No user can resume another user's streams, regardless of the client id that is sent. */
const streamOwner = (userId: string, clientId: string) =>
  createHash('sha256')
    .update(JSON.stringify([userId, clientId]))
    .digest('hex')
    .slice(0, 32)

/** Who held it and when: the title until someone gives it another. */
const untitled = (userName: string, at: Date): string =>
  `Live meeting of ${userName}, ${at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`
