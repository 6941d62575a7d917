import type { Bus } from './bus/bus'
import { openBus } from './bus/open-bus'
import type { Config } from './config/config'
import { ConfigError } from './config/config-error'
import { makeDataFolder } from './data-folder/data-folder'
import { lockFolder } from './data-folder/folder-lock'
import { DATABASE_CLOSE_MS, type Database, openDatabase } from './db/database'
import { holdBallast } from './disk/ballast'
import { isDiskLow } from './disk/free-space'
import { Health } from './health/health'
import { type FamilyTable, familyTable } from './http/families'
import type { Log } from './log/log'
import { Media } from './media/media'
import { findMediaTools } from './media/media-tools'
import { MediaUrls } from './media/media-urls'
import { Metrics } from './metrics/metrics'
import { addProcessMetrics } from './metrics/process-metrics'
import { type ParserLimits, ParserPool } from './parser-pool/parser-pool'
import { newProcessIdentity, type ProcessIdentity } from './process-identity'
import { repeat } from './repeating'
import type { Scope } from './scope'
import { loadSecret } from './secret/secret'
import { SignedUrls } from './signing/signed-urls'
import { Tickets } from './signing/tickets'
import { usedTickets } from './signing/used-tickets.store'
import { openSpeech, type Speech, type SpeechOverrides } from './speech/open-speech'
import { DeferringStorage } from './storage/deferred-deletions.store'
import { openStorage } from './storage/open-storage'
import type { Storage } from './storage/storage'
import { openTracing } from './tracing/open-tracing'
import type { Tracing } from './tracing/tracing'

/** Deletions that waited for a backup. */
const DEFERRED_SWEEP_MS = 30_000
/** Sending the last spans, and the HTTP connection that takes them. */
const TRACING_CLOSE_MS = 1_200

/** A comparison takes milliseconds: one thread is enough, and a question does not wait for long. */
const SCORER_LIMITS = { threads: 1, waitMs: 3_000, jobMs: 5_000, idleMs: 300_000, memoryMb: 64 }

/** What every module of this process uses. */
export interface Platform {
  config: Config
  families: FamilyTable
  identity: ProcessIdentity
  /** What browsers call this server. */
  origin: string
  log: Log
  /** Owns what is acquired; its close stops the process. */
  scope: Scope
  health: Health
  metrics: Metrics
  tracing: Tracing
  database: Database
  /** Between the processes of the installation. */
  bus: Bus
  storage: Storage
  media: Media
  speech: Speech
  secret: string
  signedUrls: SignedUrls
  tickets: Tickets
  mediaUrls: MediaUrls
  /** Has no thread before something is to be read. */
  parsers: ParserPool
  /** A thread for the search by meaning, which does not wait for files that are read. */
  scorers: ParserPool
}

/** For tests: what stands in for the world outside. */
export interface PlatformOverrides extends SpeechOverrides {
  media?: Media
  parserLimits?: Partial<ParserLimits>
  parserProgram?: URL
}

export async function createPlatform(
  config: Config,
  log: Log,
  scope: Scope,
  overrides: PlatformOverrides = {},
): Promise<Platform> {
  const origin = originOf(config)
  makeDataFolder(config.dataDir)
  if (config.role !== 'worker') scope.own('lock', lockFolder(config.dataDir, origin), lock => lock.release())
  const media = await openMedia(config, log, overrides.media)
  const identity = newProcessIdentity()
  const tracing = await openTracing(config, identity, log)
  scope.own('tracing', tracing, tracing => tracing.close(), TRACING_CLOSE_MS)
  const secret = loadSecret(config)
  const metrics = scope.own('metrics', new Metrics(), metrics => metrics.close())
  if (config.role !== 'worker' && !config.databaseUrl)
    scope.own('ballast', holdBallast(config.dataDir, log), ballast => ballast.stop())
  const database = await openDatabase(config, log, { tracing })
  scope.own('database', database, database => database.close(), DATABASE_CLOSE_MS)
  scope.whenLate(() => database.cut())
  const bus = scope.own('bus', await openBus({ config, database, pod: identity.pod, log }), bus =>
    bus.close(),
  )
  await bus.start()
  const storage = deferDeletions(await openStorage(config.storage), database, log, scope)
  const signedUrls = new SignedUrls(secret)
  const health = openHealth(config, database, storage)
  addProcessMetrics(metrics, { config, health, database })
  return {
    config,
    families: familyTable(config.upstreams),
    identity,
    origin,
    log,
    scope,
    health,
    metrics,
    tracing,
    database,
    bus,
    storage,
    media,
    speech: openSpeech(config, log, scope, overrides),
    secret,
    signedUrls,
    tickets: new Tickets(secret, usedTickets(database.kysely)),
    mediaUrls: new MediaUrls(signedUrls),
    parsers: new ParserPool(overrides.parserLimits, overrides.parserProgram),
    scorers: new ParserPool(SCORER_LIMITS, overrides.parserProgram),
  }
}

function deferDeletions(storage: Storage, { kysely }: Database, log: Log, scope: Scope): Storage {
  const deferring = new DeferringStorage(storage, kysely)
  const sweep = repeat(
    () => deferring.sweep(),
    DEFERRED_SWEEP_MS,
    error => log.warn({ err: error }, 'deleting what a backup had held failed'),
  )
  scope.own('deferred deletions', sweep, sweep => sweep.stop())
  return deferring
}

/** Browsers do not call a worker: it is reached where it listens. */
function originOf({ role, publicUrl, host, port }: Config): string {
  const listensAt = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return role === 'worker' ? listensAt : (publicUrl ?? listensAt)
}

async function openMedia(config: Config, log: Log, given: Media | undefined): Promise<Media> {
  const media = given ?? new Media(await findMediaTools())
  // A server without a decoder still shows what is there; a worker without one is of no use.
  if (config.role === 'worker' && media.unavailableReason)
    throw new ConfigError('PATH', media.unavailableReason)
  if (media.notice) log.warn(media.notice)
  return media
}

function openHealth({ dataDir, storage: place }: Config, database: Database, storage: Storage): Health {
  const folders = [dataDir, ...(place.kind === 'folder' ? [place.folder] : [])]
  const health = new Health(undefined, () => isDiskLow(folders))
  health.add('database', async () => void (await database.pool.query('select 1')))
  health.add('storage', () => storage.check())
  return health
}
