import { join } from 'node:path'
import { languageOf } from '@livetap/contract'
import { defaultEngine, type EngineRegistry, speaksLanguage, type TranslationDesk } from '@livetap/speech'
import type { EventRecorder } from '../modules/events'
import { LiveMeetingsService, liveMeetingsRoutes } from '../modules/live-meetings'
import {
  AnnouncementsStore,
  DeskTranslator,
  defaultLiveRoomLimits,
  LiveEventsStore,
  type LiveRoomLimits,
  LiveRoomService,
  LiveStore,
  liveRoomRoutes,
  MeetingMixer,
  MIXING_STAGE,
  RoomTimesStore,
} from '../modules/live-room'
import { MeetingError } from '../modules/meetings'
import { highlightWire } from '../modules/past-data'
import type { SignOn } from '../modules/sign-on'
import type { Config } from '../platform/config/config'
import type { Database } from '../platform/db/database'
import type { HttpServer } from '../platform/http/create-http-server'
import type { Log } from '../platform/log/log'
import type { Media } from '../platform/media/media'
import type { Metrics } from '../platform/metrics/metrics'
import type { ProcessIdentity } from '../platform/process-identity'
import type { Scope } from '../platform/scope'
import type { Tickets } from '../platform/signing/tickets'
import type { Storage } from '../platform/storage/storage'
import type { meetingParts } from './meeting-parts'

export interface LivePartsOptions {
  config: Config
  identity: ProcessIdentity
  origin: string
  database: Database
  storage: Storage
  media: Media
  engines: EngineRegistry
  translation: TranslationDesk
  events: EventRecorder
  tickets: Tickets
  metrics: Metrics
  log: Log
  scope: Scope
  meetings: Awaited<ReturnType<typeof meetingParts>>
  sessions: SignOn['events']
  limits?: Partial<LiveRoomLimits> | undefined
}

/** Part of the app's wiring: running meetings, their rooms, and the recording that is left of them. */
export function liveParts(options: LivePartsOptions) {
  const { config, identity, origin, database, storage, media, engines, events, log, scope, meetings } =
    options
  const liveStore = new LiveStore(database.kysely)
  const eventsStore = new LiveEventsStore(database.kysely)
  const limits = { ...defaultLiveRoomLimits, ...options.limits }
  const node = {
    id: config.nodeUrl ?? `${identity.host}:${config.dataDir}`,
    pod: identity.pod,
    url: (config.nodeUrl ?? origin).replace(/^http/, 'ws'),
  }
  const mixer = new MeetingMixer({
    node,
    meetings: meetings.meetingsStore,
    liveStore,
    storage,
    media,
    scratchFolder: join(config.dataDir, 'mixing'),
    events,
    log,
    nodeSilentMs: limits.nodeSilentMs,
  })
  scope.own('mixer', mixer, mixer => mixer.stop())
  const hotword = new LiveRoomService({
    node,
    meetings: meetings.meetingsStore,
    liveStore,
    times: new RoomTimesStore(database.kysely),
    eventsStore,
    announcements: new AnnouncementsStore(database.kysely),
    speakerNames: meetings.speakerNames,
    storage,
    engines,
    events,
    mixer,
    translator: new DeskTranslator(options.translation, log),
    log,
    limits,
  })
  const live = new LiveMeetingsService({
    meetings: meetings.meetings,
    meetingsStore: meetings.meetingsStore,
    liveStore,
    eventsStore,
    hotword,
    tickets: options.tickets,
    events,
    site: { id: config.defaults.siteId, name: config.defaults.siteName },
    checkLanguage: language => checkLanguage(engines, language),
    checkTranslation: language => checkTranslation(options.translation, language),
  })
  meetings.meetings.retriesStage(MIXING_STAGE, id => mixer.retry(id))
  meetings.removal.beforeRemoval(id => hotword.release(id))
  meetings.highlights.listener = {
    created: (id, highlight) => hotword.highlightCreated(id, highlightWire(highlight)),
    deleted: (id, highlightId) => hotword.highlightDeleted(id, highlightId),
  }
  options.sessions.onSessionEnded(({ sessionId }) => hotword.endSession(sessionId))
  const { metrics } = options
  metrics.gauge('livetap_live_rooms', 'Meetings that run on this node', () => hotword.stats.rooms)
  metrics.gauge('livetap_live_clients', 'Sockets in running meetings', () => hotword.stats.clients)
  metrics.gauge('livetap_live_voices', 'Audio streams of running meetings', () => hotword.stats.voices)

  return {
    hotword,
    mixer,
    routes(server: HttpServer) {
      server.addHook('preClose', () => hotword.close())
      liveMeetingsRoutes(server, live)
      liveRoomRoutes(server, hotword)
      hotword.start()
      mixer.start()
    },
  }
}

/** An engine that is not there yet may know any language; one that is there says which. */
async function checkLanguage(engines: EngineRegistry, language: string): Promise<void> {
  const availability = await engines.get(defaultEngine)?.availability()
  if (availability?.available && !speaksLanguage(availability, language))
    throw new MeetingError('unsupported', `language: ${language} cannot be recognised here`)
}

async function checkTranslation(translation: TranslationDesk, language: string): Promise<void> {
  const target = languageOf(language)
  if (!(await translation.pairs()).some(pair => pair.to === target))
    throw new MeetingError('unsupported', `language: nothing here translates into ${language}`)
}
