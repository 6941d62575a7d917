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

/** One line of JSON a lifecycle transition. Secrets are removed by name, and blanked inside addresses and messages. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: { paths: anywhere, censor: '[hidden]' },
    hooks: {
      streamWrite: blankSecrets,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
