import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
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
import { RoomLeasesStore } from './ownership/room-leases.store'
import { RoomMover } from './ownership/room-mover'
import { LiveStreamsStore } from './streams/live-streams.store'
import { RoomTimesStore } from './times/room-times.store'

export type LiveRoomModule = ReturnType<typeof liveRoomModule>

/** What nodes say to each other: something is asked of a live meeting. */
const ASKED = 'live-meeting-asked'
/** The same: a node that stops or drains gave a live meeting to another. */
const HANDED_OVER = 'live-meeting-handed-over'
/** A node that stops goes on answering for so long, so that clients it sent away learn where their meetings are. */
const LAST_ADDRESSES_MS = 1_000

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
  const { config, database, bus, storage, media, speech, metrics, tracing, log } = platform
  const limits = { ...defaultLiveRoomLimits, ...overrides.limits }
  const common = {
    node: nodes.own,
    nodeSilentMs: nodes.own.times.silentMs,
    meetings: meetings.store,
    liveStore: new LiveStore(database.kysely),
    leases: new RoomLeasesStore(database.kysely),
    streamsStore: new LiveStreamsStore(database.kysely),
    eventsStore: new LiveEventsStore(database.kysely),
    speakerNames: transcripts.speakerNames,
    offTheRecord: transcripts.offTheRecord,
    engines: speech.engines,
    storage,
    events: events.recorder,
    tracing,
    log,
  }
  nodes.sampler.measuresLiveWork(() => speech.nutcracker.pool.liveWork)
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
    mover: new RoomMover({
      ...common,
      nodes: nodes.store,
      announce: (to, meetingId) => bus.notify(HANDED_OVER, JSON.stringify([to.id, meetingId])),
    }),
    onLoadChange: () => nodes.own.loadChanged(),
    notify: meetingId => bus.notify(ASKED, meetingId),
    times: new RoomTimesStore(database.kysely),
    announcements: new AnnouncementsStore(database.kysely, {
      leases: common.leases,
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
  bus.on(ASKED, meetingId => service.asked(meetingId))
  bus.on(HANDED_OVER, subject => {
    const [to, meetingId] = JSON.parse(subject) as [string, string]
    if (to === nodes.own.id) void service.takeOver(meetingId)
  })
  bus.onMissed(() => service.look())
  metrics.gauge('livetap_live_rooms', 'Meetings that run on this node', () => service.stats.rooms)
  metrics.gauge('livetap_live_clients', 'Sockets in running meetings', () => service.stats.clients)
  metrics.gauge('livetap_live_voices', 'Audio streams of running meetings', () => service.stats.voices)

  /** Before the server closes: once other nodes have the meetings, clients ask where they are. */
  const moveBeforeStop = async () => {
    if (service.stats.rooms === 0) return
    try {
      await nodes.own.drain()
      if ((await service.moveAway()) > 0) await wait(LAST_ADDRESSES_MS)
    } catch (error) {
      log.warn({ err: error }, 'moving rooms before the stop failed')
    }
  }

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
      nodes.own.onBeat(async () => {
        if (nodes.own.isDraining) await service.moveAway()
      })
      void service.look()
      service.start()
      mixer.start()
    },
    async stop() {
      await Promise.all([mixer.stop(), moveBeforeStop()])
    },
  }
}
