import { asrSocket } from './asr-socket'
import * as capacities from './capacities'
import * as choices from './choices'
import * as diagnostics from './diagnostics'
import * as docs from './docs'
import type { Endpoint } from './endpoint'
import * as env from './env'
import { hotwordSocket } from './hotword-socket'
import * as liveMeetings from './live-meetings'
import * as lookups from './lookups'
import * as meetings from './meetings'
import * as operations from './operations'
import * as pastData from './past-data'
import * as signOn from './sign-on'
import type { SocketEndpoint } from './socket'
import * as system from './system'
import * as uploads from './uploads'

/** Every call by the file it stands in; for the documents and the guards, never for a screen. */
export const endpointFiles: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  'sign-on': signOn,
  env,
  meetings,
  'live-meetings': liveMeetings,
  'past-data': pastData,
  uploads,
  choices,
  capacities,
  diagnostics,
  lookups,
  operations,
  system,
  docs,
}

export const allEndpoints: readonly Endpoint[] = Object.values(endpointFiles).flatMap(file =>
  Object.values(file),
)

export const allSockets: readonly SocketEndpoint[] = [hotwordSocket, asrSocket]
