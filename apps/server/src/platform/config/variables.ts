import { isIP } from 'node:net'
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

const address = (...protocols: string[]) =>
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
    .transform(value => value.replace(/\/+$/, ''))

const web = address('http:', 'https:')
const path = z.string().regex(/^\/[^\s?#]*$/, 'must be a path that starts with /')
const text = z.string().regex(/^\P{Cc}+$/u, 'must be one line of text')
const onOff = z.enum(['on', 'off'], 'must be on or off').transform(value => value === 'on')
const suffixMap = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]+=[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+=[A-Za-z0-9_-]+)*$/,
    'must look like suffix=region,suffix=region',
  )
  .transform(value => Object.fromEntries(value.split(',').map(pair => pair.split('=') as [string, string])))

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
  DATABASE_URL: z
    .string()
    .refine(
      value => URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol),
      'must be an address that starts with postgres:// or postgresql://',
    ),
  LIVETAP_STORAGE: text,
  LIVETAP_MODELS: text,
  LIVETAP_WHISPER: z.enum(['auto', 'base', 'small'], 'must be auto, base or small'),
  LIVETAP_ADMIN_EMAIL: z.email('must be an e-mail address'),
  LIVETAP_ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters'),
  LIVETAP_SAMPLES: onOff,
  LIVETAP_SECRET: z.string().min(16, 'must have at least 16 characters'),
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
  LIVETAP_AUTH_ISSUER: web,
  LIVETAP_AUTH_JWKS_URL: web,
  LIVETAP_AUTH_INTROSPECTION_URL: web,
  LIVETAP_AUTH_CLIENT_ID: text,
  LIVETAP_AUTH_CLIENT_SECRET: text,
  LIVETAP_AUTH_SCOPES: text,
  LIVETAP_AUTH_AUTHORIZE_PATH: path,
  LIVETAP_AUTH_ACCESS_TOKEN_PATH: path,
  LIVETAP_AUTH_LOGOUT_PATH: path,
  LIVETAP_RETENTION_DAYS: wholeNumber(1, 36_500),
  LIVETAP_LOG_DAYS: wholeNumber(1, 3_650),
  LIVETAP_LEDGER_DAYS: wholeNumber(1, 36_500),
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
