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
import { type ParserLimits, ParserPool } from './parser-pool/parser-pool'
import { newProcessIdentity, type ProcessIdentity } from './process-identity'
import type { Scope } from './scope'
import { loadSecret } from './secret/secret'
import { SignedUrls } from './signing/signed-urls'
import { Tickets } from './signing/tickets'
import { usedTickets } from './signing/used-tickets.store'
import { openSpeech, type Speech, type SpeechOverrides } from './speech/open-speech'
import { openStorage } from './storage/open-storage'
import type { Storage } from './storage/storage'

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
  database: Database
  storage: Storage
  media: Media
  speech: Speech
  secret: string
  signedUrls: SignedUrls
  tickets: Tickets
  mediaUrls: MediaUrls
  /** Has no thread before something is to be read. */
  parsers: ParserPool
}

/** For tests: what stands in for the world outside. */
export interface PlatformOverrides extends SpeechOverrides {
  media?: Media
  parserLimits?: Partial<ParserLimits>
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
  const secret = loadSecret(config)
  const metrics = scope.own('metrics', new Metrics(), metrics => metrics.close())
  if (config.role !== 'worker' && !config.databaseUrl)
    scope.own('ballast', holdBallast(config.dataDir, log), ballast => ballast.stop())
  const database = await openDatabase(config, log)
  scope.own('database', database, database => database.close(), DATABASE_CLOSE_MS)
  scope.whenLate(() => database.cut())
  const storage = await openStorage(config.storage)
  const signedUrls = new SignedUrls(secret)
  return {
    config,
    families: familyTable(config.upstreams),
    identity: newProcessIdentity(),
    origin,
    log,
    scope,
    health: openHealth(config, database, storage),
    metrics,
    database,
    storage,
    media,
    speech: openSpeech(config, log, scope, overrides),
    secret,
    signedUrls,
    tickets: new Tickets(secret, usedTickets(database.kysely)),
    mediaUrls: new MediaUrls(signedUrls),
    parsers: new ParserPool(overrides.parserLimits),
  }
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
