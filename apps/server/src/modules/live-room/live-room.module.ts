import { join } from 'node:path'
import { DEFAULT_ENGINE } from '@livetap/speech'
import { highlightToWire } from '@livetap/transcript'
import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { EventsModule } from '../events'
import type { MeetingsModule } from '../meetings'
import type { NodesModule } from '../nodes'
import type { PipelineModule } from '../pipeline'
import type { SignOnModule } from '../sign-on'
import type { TranscriptsModule } from '../transcripts'
import { CallPlacement } from './call-placement'
import { LiveStore } from './live.store'
import { liveRoomRoutes } from './live-room.routes'
import { LiveRoomService } from './live-room.service'
import { defaultLiveRoomLimits, type LiveRoomLimits } from './live-room-limits'
import { MeetingMixer, MIXING_STAGE } from './mixing/meeting-mixer'
import { AnnouncementsStore } from './outbox/announcements.store'
import { LiveEventsStore } from './outbox/live-events.store'
import { LiveStreamsStore } from './streams/live-streams.store'
import { RoomTimesStore } from './times/room-times.store'

export type LiveRoomModule = ReturnType<typeof liveRoomModule>

/** What nodes say to each other: something is asked of a live meeting. */
const ASKED = 'live-meeting-asked'

export interface LiveRoomNeeds {
  events: EventsModule
  signOn: Pick<SignOnModule, 'events'>
  nodes: NodesModule
  meetings: MeetingsModule
  transcripts: TranscriptsModule
  pipeline: Pick<PipelineModule, 'enqueueAfterCall'>
}

/** The rooms of running meetings, and the recording that is left of each. */
export function liveRoomModule(
  platform: Platform,
  { events, signOn, nodes, meetings, transcripts, pipeline }: LiveRoomNeeds,
  overrides: { limits?: Partial<LiveRoomLimits> } = {},
) {
  const { config, database, storage, media, speech, metrics, log } = platform
  const limits = { ...defaultLiveRoomLimits, ...overrides.limits }
  const common = {
    node: nodes.own,
    nodeSilentMs: nodes.own.times.silentMs,
    meetings: meetings.store,
    liveStore: new LiveStore(database.kysely),
    streamsStore: new LiveStreamsStore(database.kysely),
    eventsStore: new LiveEventsStore(database.kysely),
    speakerNames: transcripts.speakerNames,
    offTheRecord: transcripts.offTheRecord,
    engines: speech.engines,
    storage,
    events: events.recorder,
    log,
  }
  const placement = new CallPlacement({ ...common, nodes: nodes.store })
  const mixer = new MeetingMixer({
    ...common,
    media,
    utterances: transcripts.utterances,
    engine: DEFAULT_ENGINE,
    enqueueAfterCall: pipeline.enqueueAfterCall,
    scratchFolder: join(config.dataDir, 'mixing'),
    pollMs: limits.mixPollMs,
    retryDelaysMs: limits.mixRetryMs,
  })
  const service = new LiveRoomService({
    ...common,
    placement,
    onLoadChange: () => nodes.own.loadChanged(),
    notify: meetingId => nodes.inbox.notify(ASKED, meetingId),
    times: new RoomTimesStore(database.kysely),
    announcements: new AnnouncementsStore(database.kysely, {
      events: events.store,
      utterances: transcripts.utterances,
      highlights: transcripts.highlightsStore,
      offTheRecord: transcripts.offTheRecord,
      liveStore: common.liveStore,
      liveEvents: common.eventsStore,
    }),
    mixer,
    translators: speech.translation,
    limits,
  })
  meetings.service.retriesStage(MIXING_STAGE, id => mixer.retry(id))
  meetings.removal.beforeRemoval(id => service.release(id))
  transcripts.highlights.listener = {
    created: (id, highlight) => service.highlightCreated(id, highlightToWire(highlight)),
    deleted: (id, highlightId) => service.highlightDeleted(id, highlightId),
  }
  signOn.events.onSessionEnded(({ sessionId }) => service.endSession(sessionId))
  nodes.own.addLoad('calls', () => service.stats.rooms)
  nodes.inbox.on(ASKED, meetingId => service.asked(meetingId))
  metrics.gauge('livetap_live_rooms', 'Meetings that run on this node', () => service.stats.rooms)
  metrics.gauge('livetap_live_clients', 'Sockets in running meetings', () => service.stats.clients)
  metrics.gauge('livetap_live_voices', 'Audio streams of running meetings', () => service.stats.voices)

  return {
    family: 'partner' as const,
    service,
    placement,
    mixer,
    liveStore: common.liveStore,
    eventsStore: common.eventsStore,
    routes(server: HttpServer) {
      // Clients are told where to connect before their sockets close.
      server.addHook('preClose', () => service.close())
      liveRoomRoutes(server, service)
    },
    start() {
      nodes.own.onBeat(() => service.look())
      void service.look()
      service.start()
      mixer.start()
    },
    stop: () => mixer.stop(),
  }
}
