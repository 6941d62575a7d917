import { isIP } from 'node:net'
import { type Role, roles } from '@livetap/contract'
import { z } from 'zod'

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine(
      value => value >= minimum && value <= maximum,
      `must be a whole number from ${minimum} to ${maximum}`,
    )

const addressToTheLetter = (...protocols: string[]) =>
  z
    .string()
    .refine(
      value => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address that starts with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
    )
    .refine(
      value => !URL.canParse(value) || (new URL(value).search === '' && new URL(value).hash === ''),
      'must carry no query and no fragment',
    )

const address = (...protocols: string[]) =>
  addressToTheLetter(...protocols).transform(value => value.replace(/\/+$/, ''))

const web = address('http:', 'https:')
const database = z
  .string()
  .refine(
    value => URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol),
    'must be an address that starts with postgres:// or postgresql://',
  )
const path = z.string().regex(/^\/[^\s?#]*$/, 'must be a path that starts with /')
const text = z.string().regex(/^\P{Cc}+$/u, 'must be one line of text')
const onOff = z.enum(['on', 'off'], 'must be on or off').transform(value => value === 'on')
const trueFalse = z.enum(['true', 'false'], 'must be true or false').transform(value => value === 'true')
const share = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
  .transform(Number)
const otlpProtocol = z.enum(['http/protobuf', 'http/json'], 'must be http/protobuf or http/json')
const suffixMap = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]+=[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+=[A-Za-z0-9_-]+)*$/,
    'must look like suffix=region,suffix=region',
  )
  .transform(value => Object.fromEntries(value.split(',').map(pair => pair.split('=') as [string, string])))

const roleGroups = z
  .string()
  .refine(
    value =>
      value
        .split(',')
        .every(pair =>
          roles.some(role => pair.trim().startsWith(`${role}=`) && pair.trim().length > role.length + 1),
        ),
    `must look like role=group,role=group, with the roles ${roles.join(', ')}`,
  )
  .transform(value =>
    Object.fromEntries(
      value
        .split(',')
        .map(pair => pair.trim())
        .map(pair => [pair.slice(pair.indexOf('=') + 1), pair.slice(0, pair.indexOf('=')) as Role]),
    ),
  )

const isNetwork = (value: string) => {
  const [address = '', bits, ...rest] = value.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (most === 0) return value === 'loopback'
  return rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}
const networks = z
  .string()
  .transform(value => value.split(',').map(part => part.trim()))
  .refine(
    values => values.every(isNetwork),
    'must be IP addresses, networks such as 10.0.0.0/8, or loopback, with commas between them',
  )

/** Every variable the server reads. One that is absent or empty is undefined; defaults are given by the config. */
export const variables = {
  PORT: wholeNumber(0, 65_535),
  HOST: z.string().regex(/^[A-Za-z0-9.:-]+$/, 'must be a host name or an IP address'),
  LIVETAP_DATA: text,
  LIVETAP_PUBLIC_URL: web,
  LIVETAP_TRUSTED_PROXIES: networks,
  DATABASE_URL: database,
  LIVETAP_DATABASE_DIRECT_URL: database,
  LIVETAP_STORAGE: text,
  LIVETAP_MODELS: text,
  LIVETAP_WHISPER: z.enum(['auto', 'base', 'small'], 'must be auto, base or small'),
  LIVETAP_ADMIN_EMAIL: z.email('must be an e-mail address'),
  LIVETAP_ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters'),
  LIVETAP_SAMPLES: onOff,
  LIVETAP_SECRET: z.string().min(16, 'must have at least 16 characters'),
  LIVETAP_BACKUP_KEY: z.string().min(16, 'must have at least 16 characters'),
  LIVETAP_BACKUP_KEEP: wholeNumber(1, 100_000),
  LIVETAP_NODE_URL: web,
  LIVETAP_CLUSTER: text,
  LIVETAP_CAPACITY: wholeNumber(1, 10_000),
  LIVETAP_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{8,}$/, 'must have at least 8 characters, none of them blank'),
  LIVETAP_ENGINE_IT_URL: address('http:', 'https:', 'ws:', 'wss:'),
  LIVETAP_ENGINE_IT_TOKEN: text,
  GOOGLE_APPLICATION_CREDENTIALS: text,
  LIVETAP_GCP_PROJECT: z
    .string()
    .regex(/^[a-z][a-z0-9:.-]{4,62}$/, 'must be the id of a Google Cloud project'),
  LIVETAP_GCP_LOGGING_URL: web,
  LIVETAP_TRANSLATE_URL: web,
  LIVETAP_EMBEDDINGS_URL: web,
  LIVETAP_EMBEDDINGS_KEY: z.string().regex(/^[\x21-\x7e]+$/, 'must be one word of ASCII characters'),
  LIVETAP_EMBEDDINGS_MODEL: text,
  LIVETAP_EMBEDDINGS_DIMENSIONS: wholeNumber(32, 4_096),
  LIVETAP_AUTH_ISSUER: addressToTheLetter('http:', 'https:'),
  LIVETAP_AUTH_JWKS_URL: web,
  LIVETAP_AUTH_INTROSPECTION_URL: web,
  LIVETAP_AUTH_CLIENT_ID: text,
  LIVETAP_AUTH_CLIENT_SECRET: text,
  LIVETAP_AUTH_SCOPES: text,
  LIVETAP_AUTH_AUTHORIZE_PATH: path,
  LIVETAP_AUTH_ACCESS_TOKEN_PATH: path,
  LIVETAP_AUTH_LOGOUT_PATH: path,
  LIVETAP_AUTH_AUDIENCE: text,
  LIVETAP_AUTH_ROLES: roleGroups,
  LIVETAP_AUTH_ROLES_CLAIM: text,
  LIVETAP_RETENTION_DAYS: wholeNumber(1, 36_500),
  LIVETAP_LOG_DAYS: wholeNumber(1, 3_650),
  LIVETAP_LEDGER_DAYS: wholeNumber(1, 36_500),
  LIVETAP_AUDIT_DAYS: wholeNumber(1, 36_500),
  LIVETAP_DEFAULT_REGION: text,
  LIVETAP_DEFAULT_SITE_ID: text,
  LIVETAP_DEFAULT_SITE_NAME: text,
  LIVETAP_DEFAULT_PAST_DAYS: wholeNumber(1, 3_650),
  LIVETAP_SUFFIX_REGIONS: suffixMap,
  REDIS_URL: address('redis:', 'rediss:'),
  LIVETAP_REGION: text,
  LIVETAP_ROLE: z.enum(['all', 'gateway', 'worker'], 'must be all, gateway or worker'),
  LIVETAP_LOG_LEVEL: z.enum(
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    'must be trace, debug, info, warn, error or silent',
  ),
  OTEL_SDK_DISABLED: trueFalse,
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'console', 'none'], 'must be otlp, console or none'),
  OTEL_EXPORTER_OTLP_ENDPOINT: web,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: web,
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
  OTEL_TRACES_SAMPLER: z.enum(
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    'must be always_on, always_off or traceidratio, or one of these behind parentbased_',
  ),
  OTEL_TRACES_SAMPLER_ARG: share,
  LIVETAP_AUTH_BROKER_URL: web,
  LIVETAP_AUTH_IDENTITY_URL: web,
  LIVETAP_PARTNER_API_URL: web,
  LIVETAP_BACKEND_API_URL: web,
  LIVETAP_TRAINABLE_URL: web,
  LIVETAP_WEBEX_API_URL: web,
  LIVETAP_MANUSCRIPTS_URL: web,
  LIVETAP_ASR_URL: address('http:', 'https:', 'ws:', 'wss:'),
}

export type VariableName = keyof typeof variables
export type Variables = { [K in VariableName]?: z.output<(typeof variables)[K]> }
