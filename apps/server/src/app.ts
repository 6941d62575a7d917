import { fileURLToPath } from 'node:url'
import { createSpeech, type EngineRegistry, type TranslationDesk } from '@livetap/speech'
import { AsrGateway, type AsrLimits, asrSocketRoutes, enginesRoutes } from './modules/asr'
import { choicesRoutes } from './modules/choices'
import { createEventRecorder, createEventsStore } from './modules/events'
import type { FleetTimes } from './modules/fleet'
import { gatewayRoutes } from './modules/gateway'
import type { LiveRoomLimits } from './modules/live-room'
import type { MeetingProcessing } from './modules/meetings'
import { nutcrackerTools, type SpeechTools } from './modules/pipeline'
import { type SignOn, startSignOn } from './modules/sign-on'
import type { Config } from './platform/config/config'
import { makeDataFolder } from './platform/data-folder/data-folder'
import { lockFolder } from './platform/data-folder/folder-lock'
import { DATABASE_CLOSE_MS, openDatabase } from './platform/db/database'
import { freePort } from './platform/db/embedded/free-port'
import { holdBallast } from './platform/disk/ballast'
import { isDiskLow } from './platform/disk/free-space'
import { Health } from './platform/health/health'
import { healthRoutes } from './platform/health/health.routes'
import { closeHttpServer } from './platform/http/close-http-server'
import { consolePage } from './platform/http/console-page'
import { createHttpServer, type HttpLimits } from './platform/http/create-http-server'
import type { Authenticator } from './platform/http/entry'
import { OwnAddresses } from './platform/http/own-addresses'
import type { Log } from './platform/log/log'
import { Media } from './platform/media/media'
import { findMediaTools } from './platform/media/media-tools'
import { Metrics } from './platform/metrics/metrics'
import { metricsRoutes } from './platform/metrics/metrics.routes'
import { newProcessIdentity } from './platform/process-identity'
import { Scope } from './platform/scope'
import { loadSecret } from './platform/secret/secret'
import { SignedUrls } from './platform/signing/signed-urls'
import { Tickets } from './platform/signing/tickets'
import { usedTickets } from './platform/signing/used-tickets.store'
import { openStorage } from './platform/storage/open-storage'
import { liveParts } from './wiring/live-parts'
import { meetingParts } from './wiring/meeting-parts'
import { pipelineParts } from './wiring/pipeline-parts'
import { sampleParts } from './wiring/sample-parts'

export type App = Awaited<ReturnType<typeof createApp>>

/** For tests: what stands in for the world outside. */
export interface AppOverrides {
  authenticator?: Authenticator & Pick<SignOn, 'isSessionLive'>
  limits?: Partial<HttpLimits>
  upstreamTimeoutMs?: number
  engines?: EngineRegistry
  translation?: TranslationDesk
  asrLimits?: Partial<AsrLimits>
  liveRoomLimits?: Partial<LiveRoomLimits>
  consoleFolder?: string
  processing?: MeetingProcessing
  media?: Media
  speech?: SpeechTools
  fleetTimes?: FleetTimes
}

/** The console's build: as far from the sources as from the bundle. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../console/dist', import.meta.url))

/** The only place that constructs and wires. Everything acquired here is released by close, last first. */
export async function createApp(given: Config, log: Log, overrides: AppOverrides = {}) {
  const config = { ...given, port: given.port || (await freePort()) }
  return Scope.build(log, scope => wire(config, log, overrides, scope))
}

async function wire(config: Config, log: Log, overrides: AppOverrides, scope: Scope) {
  const listenUrl = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  const origin = config.publicUrl ?? listenUrl

  const identity = newProcessIdentity()
  makeDataFolder(config.dataDir)
  if (config.role !== 'worker') scope.own('lock', lockFolder(config.dataDir, origin), lock => lock.release())
  const secret = loadSecret(config)
  const metrics = scope.own('metrics', new Metrics(), metrics => metrics.close())
  if (!config.databaseUrl) scope.own('ballast', holdBallast(config.dataDir, log), ballast => ballast.stop())
  const database = await openDatabase(config, log)
  scope.own('database', database, database => database.close(), DATABASE_CLOSE_MS)
  scope.whenLate(() => database.cut())
  const storage = await openStorage(config.storage)
  const events = scope.own(
    'events',
    createEventRecorder({ store: createEventsStore(database.kysely), pod: identity.pod, log, metrics }),
    events => events.close(),
  )

  const folders = [config.dataDir, ...(config.storage.kind === 'folder' ? [config.storage.folder] : [])]
  const health = new Health(undefined, () => isDiskLow(folders))
  health.add('database', async () => void (await database.pool.query('select 1')))
  health.add('storage', () => storage.check())

  const speech = createSpeech({
    ...(config.modelsDir && { modelsRoot: config.modelsDir }),
    env: { ...process.env, LIVETAP_TRANSLATE_URL: config.translateUrl },
  })
  const engines = scope.own('engines', overrides.engines ?? speech.registry, engines => engines.close())
  if (overrides.engines) scope.own('speech', speech, speech => speech.close())
  const translation = scope.own('translation', overrides.translation ?? speech.translation, translation =>
    translation.close(),
  )
  const media = overrides.media ?? new Media(await findMediaTools())
  if (media.notice) log.warn(media.notice)

  const signedUrls = new SignedUrls(secret)
  const tickets = new Tickets(secret, usedTickets(database.kysely))
  const signOn = scope.own(
    'sign-on',
    await startSignOn({
      config,
      database,
      secret,
      log,
      recorder: events,
      makesFirstAccount: overrides.authenticator === undefined,
    }),
    signOn => signOn.stop(),
  )
  const server = scope.own(
    'http',
    await createHttpServer({
      log,
      https: origin.startsWith('https:'),
      addresses: new OwnAddresses(config),
      authenticator: overrides.authenticator ?? signOn.authenticator,
      isSessionLive: sessionId => (overrides.authenticator ?? signOn).isSessionLive(sessionId),
      signedUrls,
      tickets,
      metricsToken: config.metricsToken,
      ...(overrides.limits && { limits: overrides.limits }),
    }),
    server => closeHttpServer(server),
  )

  const pipeline = await pipelineParts({
    config,
    identity,
    database,
    storage,
    media,
    speech: overrides.speech ?? nutcrackerTools(speech.nutcracker, speech.diarizer),
    health,
    metrics,
    log,
    scope,
    fleetTimes: overrides.fleetTimes,
  })
  pipeline.routes(server)
  const meetings = await meetingParts({
    config,
    database,
    storage,
    events,
    signedUrls,
    log,
    scope,
    processing: overrides.processing ?? pipeline.service,
  })
  meetings.removal.beforeRemoval(id => pipeline.service.release(id))
  meetings.routes(server)
  sampleParts({
    config,
    database,
    storage,
    meetings,
    pipeline: pipeline.service,
    isReady: async () => overrides.speech !== undefined || (await speech.nutcracker.availability()).available,
    log,
    scope,
  })
  const live = liveParts({
    config,
    identity,
    origin,
    database,
    storage,
    media,
    engines,
    translation,
    events,
    tickets,
    metrics,
    log,
    scope,
    meetings,
    sessions: signOn.events,
    limits: overrides.liveRoomLimits,
  })
  healthRoutes(server, health)
  metricsRoutes(server, metrics)
  await server.register(signOn.routes)
  await gatewayRoutes(server, config, overrides.upstreamTimeoutMs)
  // A family is answered here or forwarded, never both.
  if (!config.upstreams.partner) {
    choicesRoutes(server, config, translation)
    enginesRoutes(server, engines)
    live.routes(server)
  }
  if (!config.upstreams.asr) {
    const asr = new AsrGateway({
      engines,
      metrics,
      log,
      ...(overrides.asrLimits && { limits: overrides.asrLimits }),
    })
    signOn.events.onSessionEnded(({ sessionId }) => asr.endSession(sessionId))
    server.addHook('preClose', async () => asr.close())
    asrSocketRoutes(server, asr)
  }
  await consolePage(server, {
    folder: overrides.consoleFolder ?? CONSOLE_FOLDER,
    nodes: config.nodeUrl ? [config.nodeUrl] : [],
  })

  return {
    config,
    identity,
    origin,
    server,
    health,
    database,
    storage,
    events,
    signedUrls,
    tickets,
    signOn,
    engines,
    meetings,
    pipeline,
    live,
    async listen() {
      const listenTextResolver = (address: string) => `server listening on ${address}`
      await server.listen({ host: config.host, port: config.port, listenTextResolver })
    },
    close: () => scope.close(),
  }
}
