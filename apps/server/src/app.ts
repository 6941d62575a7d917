import { accessModule } from './modules/access'
import { type AsrLimits, asrModule } from './modules/asr'
import { auditModule } from './modules/audit'
import { cacheModule } from './modules/cache'
import { choicesModule } from './modules/choices'
import { conferencingModule } from './modules/conferencing'
import { diagnosticsModule } from './modules/diagnostics'
import { docsModule } from './modules/docs'
import { eventsModule } from './modules/events'
import { gatewayModule } from './modules/gateway'
import { liveMeetingsModule } from './modules/live-meetings'
import { type LiveRoomLimits, liveRoomModule } from './modules/live-room'
import { manuscriptsModule } from './modules/manuscripts'
import { samplesModule } from './modules/samples'
import { searchModule } from './modules/search'
import { sharedLinksModule } from './modules/shared-links'
import { type OwnCallers, signOnModule } from './modules/sign-on'
import { systemModule } from './modules/system'
import { vendorTagsModule } from './modules/trainable'
import { uploadsModule } from './modules/uploads'
import type { Config } from './platform/config/config'
import { createPlatform, type Platform, type PlatformOverrides } from './platform/create-platform'
import { freePort } from './platform/db/embedded/free-port'
import { openServer, type ServerOverrides } from './platform/http/open-server'
import type { Log } from './platform/log/log'
import { addRoutes, startModules } from './platform/module'
import { Scope } from './platform/scope'
import { type WorkOverrides, workModules } from './work-modules'

export type App = Awaited<ReturnType<typeof createApp>>

/** For tests: what stands in for the world outside. */
export interface AppOverrides extends PlatformOverrides, ServerOverrides, WorkOverrides {
  authenticator?: OwnCallers
  upstreamTimeoutMs?: number
  consoleFolder?: string
  asrLimits?: Partial<AsrLimits>
  liveRoomLimits?: Partial<LiveRoomLimits>
}

/** The whole server. Everything acquired here is released by close, last first. */
export async function createApp(given: Config, log: Log, overrides: AppOverrides = {}) {
  const config = { ...given, port: given.port || (await freePort()) }
  return Scope.build(log, async scope => {
    const platform = await createPlatform(config, log, scope, overrides)
    const modules = await chooseModules(platform, overrides)
    const server = await openServer(platform, modules.access.callers(modules.signOn), {
      audit: modules.audit.auditLog,
      ...overrides,
    })
    await addRoutes(server, modules)
    await startModules(scope, modules, platform.families)
    // Ended first: a call that waits for a thread would keep the HTTP server from closing.
    scope.own('parsers', platform.parsers, parsers => parsers.close())
    scope.own('scorers', platform.scorers, scorers => scorers.close())
    return {
      ...platform,
      ...modules,
      server,
      async listen() {
        const listenTextResolver = (address: string) => `server listening on ${address}`
        await server.listen({ host: config.host, port: config.port, listenTextResolver })
      },
      close: () => scope.close(),
    }
  })
}

/** Each gets the platform, the modules it needs, and what a test puts in its place. */
async function chooseModules(platform: Platform, overrides: AppOverrides) {
  const access = accessModule(platform)
  const events = eventsModule(platform)
  const audit = auditModule(platform)
  const signOn = await signOnModule(platform, { events, audit }, { callers: overrides.authenticator })
  const work = workModules(platform, events, overrides)
  const { nodes, meetings, transcripts, trainable, pipeline } = work
  const processing = overrides.processing ?? pipeline.service
  const uploads = await uploadsModule(platform, { events, meetings, processing })
  access.onRestricted(id => work.archives.withdraw(id))
  meetings.ruledBy(access.service)
  const manuscripts = manuscriptsModule(platform, { trainable })
  const samples = samplesModule(platform, { signOn, meetings, pipeline, manuscripts })
  const liveNeeds = { events, signOn, nodes, meetings, transcripts, pipeline }
  const liveRoom = liveRoomModule(platform, liveNeeds, { limits: overrides.liveRoomLimits })
  const liveMeetings = liveMeetingsModule(platform, { access, events, meetings, transcripts, liveRoom })
  const diagnostics = diagnosticsModule(platform, { events })
  const cache = cacheModule(platform)
  return {
    access,
    sharedLinks: sharedLinksModule(platform, { access, meetings, transcripts, audit }),
    events,
    audit,
    signOn,
    ...work,
    uploads,
    samples,
    liveRoom,
    liveMeetings,
    conferencing: conferencingModule(platform, { transcripts, liveMeetings }),
    asr: asrModule(platform, { events, signOn, nodes }, { limits: overrides.asrLimits }),
    choices: choicesModule(platform),
    diagnostics,
    cache,
    system: systemModule(platform, { events, nodes, meetings, pipeline, cache, diagnostics }),
    manuscripts,
    search: searchModule(platform, { passages: work.passages }),
    vendorTags: vendorTagsModule(platform),
    docs: docsModule(),
    gateway: gatewayModule(platform, { signOn }, overrides),
  }
}
