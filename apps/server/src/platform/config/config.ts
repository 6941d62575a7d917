import { resolve } from 'node:path'
import type { Family } from '@livetap/contract'
import { ConfigError } from './config-error'
import { type SignOnConfig, signOnConfig } from './sign-on-config'
import { type TracingConfig, tracingConfig } from './tracing-config'
import { familyNames, upstreamVariables } from './upstream-variables'
import { type VariableName, type Variables, variables } from './variables'

export type StorageConfig =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; bucket: string; prefix: string }
export type Role = 'all' | 'gateway' | 'worker'
export type LogLevel = NonNullable<Variables['LIVETAP_LOG_LEVEL']>

export interface CloudLoggingConfig {
  project: string
  /** Path of a service account's key. */
  credentials: string
  endpoint: string
}

export interface EmbeddingsConfig {
  url: string
  key: string | undefined
  model: string
  dimensions: number
}

export interface Config {
  host: string
  port: number
  /** What browsers call this server; absent: the address it listens on. */
  publicUrl: string | undefined
  nodeUrl: string | undefined
  /** Proxies that are believed about the caller and the name it used; absent: none is named. */
  trustedProxies: readonly string[] | undefined
  dataDir: string
  databaseUrl: string | undefined
  /** Of the same database, without a pooler in front of it; undefined where `databaseUrl` has no pooler. */
  databaseDirectUrl: string | undefined
  storage: StorageConfig
  modelsDir: string | undefined
  /** Which Whisper recognises whole recordings. */
  whisper: NonNullable<Variables['LIVETAP_WHISPER']>
  admin: { email: string | undefined; password: string | undefined }
  samples: boolean
  secret: string | undefined
  /** The key of what lies in the targets of backups, and how many of them are kept. */
  backup: { key: string | undefined; keep: number | undefined }
  metricsToken: string | undefined
  cluster: string
  region: string
  role: Role
  capacity: number | undefined
  engineIt: { url: string; token: string | undefined } | undefined
  googleCredentials: string | undefined
  /** Log entries go to Google Cloud Logging too, and statistics are read from there. */
  cloudLogging: CloudLoggingConfig | undefined
  translateUrl: string | undefined
  /** Of a service that makes embeddings; absent: the model of this machine does. */
  embeddings: EmbeddingsConfig | undefined
  retentionDays: number | undefined
  /** How long log entries are kept. */
  logDays: number
  /** How long the ledger of a deleted meeting is kept; absent: for good. */
  ledgerDays: number | undefined
  /** How long the audit log is kept. */
  auditDays: number
  defaults: { region: string; siteId: string; siteName: string; pastDays: number }
  suffixToRegion: Record<string, string>
  redisUrl: string | undefined
  logLevel: LogLevel
  /** Absent: no traces are made. */
  tracing: TracingConfig | undefined
  signOn: SignOnConfig
  upstreams: Partial<Record<Family, string>>
}

export function loadConfig(env: Record<string, string | undefined>, cwd: string): Config {
  const given = readVariables(env)
  const dataDir = resolve(cwd, given.LIVETAP_DATA ?? 'data')
  const defaultRegion = given.LIVETAP_DEFAULT_REGION ?? given.LIVETAP_REGION ?? 'us'
  const signOn = signOnConfig(given)

  if (given.LIVETAP_DATABASE_DIRECT_URL && !given.DATABASE_URL)
    throw new ConfigError('DATABASE_URL', 'is needed with LIVETAP_DATABASE_DIRECT_URL')
  if (given.LIVETAP_ADMIN_PASSWORD && !given.LIVETAP_ADMIN_EMAIL)
    throw new ConfigError('LIVETAP_ADMIN_EMAIL', 'is needed with LIVETAP_ADMIN_PASSWORD')
  if (given.LIVETAP_ENGINE_IT_TOKEN && !given.LIVETAP_ENGINE_IT_URL)
    throw new ConfigError('LIVETAP_ENGINE_IT_URL', 'is needed with LIVETAP_ENGINE_IT_TOKEN')

  return {
    host: given.HOST ?? '127.0.0.1',
    // A worker serves no clients: it takes any port, so that several run beside each other.
    port: given.PORT ?? (given.LIVETAP_ROLE === 'worker' ? 0 : 8080),
    publicUrl: given.LIVETAP_PUBLIC_URL,
    nodeUrl: given.LIVETAP_NODE_URL,
    trustedProxies: given.LIVETAP_TRUSTED_PROXIES,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    databaseDirectUrl: given.LIVETAP_DATABASE_DIRECT_URL,
    storage: storageConfig('LIVETAP_STORAGE', given.LIVETAP_STORAGE ?? resolve(dataDir, 'storage'), cwd),
    modelsDir: given.LIVETAP_MODELS && resolve(cwd, given.LIVETAP_MODELS),
    whisper: given.LIVETAP_WHISPER ?? 'auto',
    admin: { email: given.LIVETAP_ADMIN_EMAIL, password: given.LIVETAP_ADMIN_PASSWORD },
    samples: given.LIVETAP_SAMPLES ?? true,
    secret: given.LIVETAP_SECRET,
    backup: { key: given.LIVETAP_BACKUP_KEY, keep: given.LIVETAP_BACKUP_KEEP },
    metricsToken: given.LIVETAP_METRICS_TOKEN,
    cluster: given.LIVETAP_CLUSTER ?? 'local',
    region: given.LIVETAP_REGION ?? defaultRegion,
    role: given.LIVETAP_ROLE ?? 'all',
    capacity: given.LIVETAP_CAPACITY,
    engineIt: given.LIVETAP_ENGINE_IT_URL
      ? { url: given.LIVETAP_ENGINE_IT_URL, token: given.LIVETAP_ENGINE_IT_TOKEN }
      : undefined,
    googleCredentials:
      given.GOOGLE_APPLICATION_CREDENTIALS && resolve(cwd, given.GOOGLE_APPLICATION_CREDENTIALS),
    cloudLogging: cloudLoggingOf(given, cwd),
    translateUrl: given.LIVETAP_TRANSLATE_URL,
    embeddings: embeddingsOf(given),
    retentionDays: given.LIVETAP_RETENTION_DAYS,
    logDays: given.LIVETAP_LOG_DAYS ?? 30,
    ledgerDays: given.LIVETAP_LEDGER_DAYS,
    auditDays: given.LIVETAP_AUDIT_DAYS ?? 400,
    defaults: {
      region: defaultRegion,
      siteId: given.LIVETAP_DEFAULT_SITE_ID ?? '1',
      siteName: given.LIVETAP_DEFAULT_SITE_NAME ?? 'cisco_webex',
      pastDays: given.LIVETAP_DEFAULT_PAST_DAYS ?? 30,
    },
    suffixToRegion: given.LIVETAP_SUFFIX_REGIONS ?? { [defaultRegion]: defaultRegion },
    redisUrl: given.REDIS_URL,
    logLevel: given.LIVETAP_LOG_LEVEL ?? 'info',
    tracing: tracingConfig(given),
    signOn,
    upstreams: upstreamsOf(given, signOn),
  }
}

function readVariables(env: Record<string, string | undefined>): Variables {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(variables) as VariableName[]) {
    const text = env[name]
    if (text === undefined || text === '') continue
    const parsed = variables[name].safeParse(text)
    if (!parsed.success) throw new ConfigError(name, parsed.error.issues[0]!.message)
    given[name] = parsed.data
  }
  return given as Variables
}

/** Of a folder, or of a bucket as s3://bucket/prefix. */
export function storageConfig(variable: string, value: string, cwd: string): StorageConfig {
  if (!value.includes('://')) return { kind: 'folder', folder: resolve(cwd, value) }
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.+?))?\/?$/.exec(value)
  if (!match) throw new ConfigError(variable, 'must be a folder or s3://bucket')
  return { kind: 's3', bucket: match[1]!, prefix: match[2] ?? '' }
}

function cloudLoggingOf(given: Variables, cwd: string): CloudLoggingConfig | undefined {
  const { LIVETAP_GCP_PROJECT: project, GOOGLE_APPLICATION_CREDENTIALS: credentials } = given
  if (!project) return undefined
  if (!credentials)
    throw new ConfigError('GOOGLE_APPLICATION_CREDENTIALS', 'is needed with LIVETAP_GCP_PROJECT')
  const endpoint = given.LIVETAP_GCP_LOGGING_URL ?? 'https://logging.googleapis.com'
  return { project, credentials: resolve(cwd, credentials), endpoint }
}

function embeddingsOf(given: Variables): EmbeddingsConfig | undefined {
  const url = given.LIVETAP_EMBEDDINGS_URL
  if (url) {
    return {
      url,
      key: given.LIVETAP_EMBEDDINGS_KEY,
      model: given.LIVETAP_EMBEDDINGS_MODEL ?? 'text-embedding-3-small',
      dimensions: given.LIVETAP_EMBEDDINGS_DIMENSIONS ?? 1_536,
    }
  }
  for (const name of [
    'LIVETAP_EMBEDDINGS_KEY',
    'LIVETAP_EMBEDDINGS_MODEL',
    'LIVETAP_EMBEDDINGS_DIMENSIONS',
  ] as const) {
    if (given[name] !== undefined) throw new ConfigError('LIVETAP_EMBEDDINGS_URL', `is needed with ${name}`)
  }
  return undefined
}

function upstreamsOf(given: Variables, signOn: SignOnConfig): Partial<Record<Family, string>> {
  const upstreams: Partial<Record<Family, string>> = {}
  for (const name of familyNames) {
    const url = given[upstreamVariables[name]]
    if (url) upstreams[name] = url.replace(/^ws/, 'http')
  }
  if (signOn.kind === 'outside') upstreams.authBroker = signOn.brokerUrl
  return upstreams
}
