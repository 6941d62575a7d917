import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from '../config/config'
import { blankSecrets } from './blank-secrets'

export type Log = Logger

const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
]
const secretNames = [
  'password',
  'secret',
  'client_secret',
  'code',
  'ticket',
  'sec-websocket-protocol',
  'live_addr',
]
const anywhere = [...secretFields, ...secretNames].flatMap(name => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.headers["${name}"]`,
])

/** SQLSTATE or errno of an error. A field `code` is blanked as that of a sign-in, so it has another name. */
function withErrorCode(error: Error): object {
  const { code } = (error ?? {}) as { code?: unknown }
  const known = typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$|^[0-9A-Z]{5}$/.test(code)
  return Object.assign(pino.stdSerializers.err(error), known && { errorCode: code })
}

/** One line of JSON a lifecycle transition. Secrets are removed by name, and blanked inside addresses and messages. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: { paths: anywhere, censor: '[hidden]' },
    serializers: { err: withErrorCode },
    hooks: {
      streamWrite: blankSecrets,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
