import { type AsrLimits, asrModule } from './modules/asr'
import { cacheModule } from './modules/cache'
import { choicesModule } from './modules/choices'
import { conferencingModule } from './modules/conferencing'
import { diagnosticsModule } from './modules/diagnostics'
import { docsModule } from './modules/docs'
import { eventsModule } from './modules/events'
import { gatewayModule } from './modules/gateway'
import { jobsModule } from './modules/jobs'
import { knownVoicesModule } from './modules/known-voices'
import { liveMeetingsModule } from './modules/live-meetings'
import { type LiveRoomLimits, liveRoomModule } from './modules/live-room'
import { manuscriptsModule } from './modules/manuscripts'
import { type MeetingProcessing, meetingsModule } from './modules/meetings'
import { type NodeTimes, nodesModule } from './modules/nodes'
import { pipelineModule, type SpeechTools } from './modules/pipeline'
import { samplesModule } from './modules/samples'
import { type OwnCallers, signOnModule } from './modules/sign-on'
import { systemModule } from './modules/system'
import { type ArchiveWatch, archivesModule, trainableModule, vendorTagsModule } from './modules/trainable'
import { transcriptsModule } from './modules/transcripts'
import { uploadsModule } from './modules/uploads'
import type { Config } from './platform/config/config'
import { createPlatform, type Platform, type PlatformOverrides } from './platform/create-platform'
import { freePort } from './platform/db/embedded/free-port'
import { openServer, type ServerOverrides } from './platform/http/open-server'
import type { Log } from './platform/log/log'
import { addRoutes, startModules } from './platform/module'
import { Scope } from './platform/scope'

export type App = Awaited<ReturnType<typeof createApp>>

/** For tests: what stands in for the world outside. */
export interface AppOverrides extends PlatformOverrides, ServerOverrides {
  authenticator?: OwnCallers
  upstreamTimeoutMs?: number
  consoleFolder?: string
  asrLimits?: Partial<AsrLimits>
  liveRoomLimits?: Partial<LiveRoomLimits>
  processing?: MeetingProcessing
  speech?: SpeechTools
  repeatDelaysMs?: readonly number[]
  nodeTimes?: NodeTimes
  archiveWatch?: ArchiveWatch
}

/** The whole server. Everything acquired here is released by close, last first. */
export async function createApp(given: Config, log: Log, overrides: AppOverrides = {}) {
  const config = { ...given, port: given.port || (await freePort()) }
  return Scope.build(log, async scope => {
    const platform = await createPlatform(config, log, scope, overrides)
    const modules = await chooseModules(platform, overrides)
    const server = await openServer(platform, modules.signOn, overrides)
    await addRoutes(server, modules)
    await startModules(scope, modules)
    // Ended first: a call that waits for a thread would keep the HTTP server from closing.
    scope.own('parsers', platform.parsers, parsers => parsers.close())
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
  const events = eventsModule(platform)
  const signOn = await signOnModule(platform, { events }, { callers: overrides.authenticator })
  const nodes = nodesModule(platform, { times: overrides.nodeTimes })
  const jobs = jobsModule(platform, { nodes })
  const pipeline = pipelineModule(
    platform,
    { nodes, jobs, events },
    {
      speech: overrides.speech,
      repeatDelaysMs: overrides.repeatDelaysMs,
    },
  )
  const processing = overrides.processing ?? pipeline.service
  const meetings = meetingsModule(platform, { events, processing })
  const uploads = await uploadsModule(platform, { events, meetings })
  const transcripts = transcriptsModule(platform, { events, meetings })
  const knownVoices = knownVoicesModule(platform, { meetings, nodes, transcripts })
  const trainable = trainableModule(platform, { events, meetings, transcripts })
  const manuscripts = manuscriptsModule(platform, { events })
  const samples = samplesModule(platform, { signOn, meetings, pipeline, manuscripts })
  const liveNeeds = { events, signOn, nodes, meetings, transcripts, pipeline }
  const liveRoom = liveRoomModule(platform, liveNeeds, { limits: overrides.liveRoomLimits })
  const liveMeetings = liveMeetingsModule(platform, { events, meetings, transcripts, liveRoom })
  const conferencing = conferencingModule(platform, { transcripts, liveMeetings })
  const asr = asrModule(platform, { events, signOn }, { limits: overrides.asrLimits })
  const choices = choicesModule(platform)
  const diagnostics = diagnosticsModule(platform, { events })
  const cache = cacheModule(platform)
  const system = systemModule(platform, { events, nodes, pipeline, cache, diagnostics })
  const vendorTags = vendorTagsModule(platform)
  const archives = archivesModule(platform, { nodes, jobs }, { watch: overrides.archiveWatch })
  meetings.removal.withTraces(id => archives.withdraw(id))
  const docs = docsModule()
  const gateway = gatewayModule(platform, overrides)
  return {
    events,
    signOn,
    nodes,
    jobs,
    pipeline,
    meetings,
    uploads,
    transcripts,
    knownVoices,
    trainable,
    samples,
    liveRoom,
    liveMeetings,
    conferencing,
    asr,
    choices,
    diagnostics,
    cache,
    system,
    manuscripts,
    vendorTags,
    archives,
    docs,
    gateway,
  }
}
