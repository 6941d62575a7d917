import { createSpeech } from '@livetap/speech'
import type { FleetTimes } from '../modules/fleet'
import { nutcrackerTools, type SpeechTools, type StageWatch } from '../modules/pipeline'
import type { Config } from '../platform/config/config'
import { ConfigError } from '../platform/config/config-error'
import { makeDataFolder } from '../platform/data-folder/data-folder'
import { DATABASE_CLOSE_MS, openDatabase } from '../platform/db/database'
import { freePort } from '../platform/db/embedded/free-port'
import { isDiskLow } from '../platform/disk/free-space'
import { Health } from '../platform/health/health'
import { healthRoutes } from '../platform/health/health.routes'
import { closeHttpServer } from '../platform/http/close-http-server'
import { createHttpServer } from '../platform/http/create-http-server'
import { OwnAddresses } from '../platform/http/own-addresses'
import type { Log } from '../platform/log/log'
import { Media } from '../platform/media/media'
import { findMediaTools } from '../platform/media/media-tools'
import { Metrics } from '../platform/metrics/metrics'
import { metricsRoutes } from '../platform/metrics/metrics.routes'
import { newProcessIdentity } from '../platform/process-identity'
import { Scope } from '../platform/scope'
import { loadSecret } from '../platform/secret/secret'
import { SignedUrls } from '../platform/signing/signed-urls'
import { Tickets } from '../platform/signing/tickets'
import { usedTickets } from '../platform/signing/used-tickets.store'
import { openStorage } from '../platform/storage/open-storage'
import { capacityOf, pipelineParts } from './pipeline-parts'

/** For tests: what stands in for the world outside. */
export interface WorkerOverrides {
  speech?: SpeechTools
  media?: Media
  fleetTimes?: FleetTimes
  watch?: StageWatch
}

/** A process that only works on recordings. It answers health and metrics, and nobody signs in here. */
export async function createWorkerApp(given: Config, log: Log, overrides: WorkerOverrides = {}) {
  const config = { ...given, port: given.port || (await freePort()) }
  return Scope.build(log, scope => wire(config, log, overrides, scope))
}

async function wire(config: Config, log: Log, overrides: WorkerOverrides, scope: Scope) {
  const identity = newProcessIdentity()
  makeDataFolder(config.dataDir)
  const media = overrides.media ?? new Media(await findMediaTools())
  if (media.unavailableReason) throw new ConfigError('PATH', media.unavailableReason)
  const secret = loadSecret(config)
  const metrics = scope.own('metrics', new Metrics(), metrics => metrics.close())
  const database = await openDatabase(config, log)
  scope.own('database', database, database => database.close(), DATABASE_CLOSE_MS)
  scope.whenLate(() => database.cut())
  const storage = await openStorage(config.storage)
  const folders = [config.dataDir, ...(config.storage.kind === 'folder' ? [config.storage.folder] : [])]
  const health = new Health(undefined, () => isDiskLow(folders))
  health.add('database', async () => void (await database.pool.query('select 1')))
  health.add('storage', () => storage.check())
  const server = scope.own(
    'http',
    await createHttpServer({
      log,
      https: false,
      addresses: new OwnAddresses(config),
      authenticator: { authenticate: async () => null },
      isSessionLive: async () => false,
      signedUrls: new SignedUrls(secret),
      tickets: new Tickets(secret, usedTickets(database.kysely)),
      metricsToken: config.metricsToken,
    }),
    server => closeHttpServer(server),
  )
  healthRoutes(server, health)
  metricsRoutes(server, metrics)
  const speech = overrides.speech ?? ownSpeech(config, scope)
  const { fleetTimes, watch } = overrides
  const parts = { config, identity, database, storage, media, speech, health, metrics, log, scope }
  await pipelineParts({ ...parts, fleetTimes, watch })
  return {
    config,
    origin: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`,
    server,
    signOn: undefined,
    async listen() {
      await server.listen({ host: config.host, port: config.port })
    },
    close: () => scope.close(),
  }
}

/** One core a recording: more workers are how a fleet uses more cores. */
function ownSpeech(config: Config, scope: Scope): SpeechTools {
  const { nutcracker, diarizer, registry } = createSpeech({
    ...(config.modelsDir && { modelsRoot: config.modelsDir }),
    processes: capacityOf(config),
    threads: 1,
  })
  scope.own('engines', registry, registry => registry.close())
  return nutcrackerTools(nutcracker, diarizer)
}
