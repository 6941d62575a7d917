import { asrSocket } from './asr-socket'
import * as capacities from './capacities'
import * as choices from './choices'
import * as conferencing from './conferencing'
import * as diagnostics from './diagnostics'
import * as docs from './docs'
import type { Endpoint } from './endpoint'
import * as env from './env'
import { hotwordSocket } from './hotword-socket'
import * as knownVoices from './known-voices'
import * as liveMeetings from './live-meetings'
import * as lookups from './lookups'
import * as manuscripts from './manuscripts'
import * as meetings from './meetings'
import * as operations from './operations'
import * as pastData from './past-data'
import * as signOn from './sign-on'
import type { SocketEndpoint } from './socket'
import * as system from './system'
import * as trainable from './trainable'
import * as trainingArchives from './training-archives'
import * as uploads from './uploads'
import * as vendorTags from './vendor-tags'

/** Every call by the file it is in; for the documents and the guards, never for a screen. */
export const endpointFiles: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  'sign-on': signOn,
  env,
  meetings,
  'live-meetings': liveMeetings,
  'past-data': pastData,
  'known-voices': knownVoices,
  uploads,
  choices,
  capacities,
  diagnostics,
  lookups,
  trainable,
  manuscripts,
  'training-archives': trainingArchives,
  'vendor-tags': vendorTags,
  conferencing,
  operations,
  system,
  docs,
}

export const allEndpoints: readonly Endpoint[] = Object.values(endpointFiles).flatMap(file =>
  Object.values(file),
)

export const allSockets: readonly SocketEndpoint[] = [hotwordSocket, asrSocket]
