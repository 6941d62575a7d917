import { asrSocket } from '../sockets/asr-socket'
import { hotwordSocket } from '../sockets/hotword-socket'
import type { Endpoint } from '../wire/endpoint'
import type { SocketEndpoint } from '../wire/socket'
import * as access from './access/endpoints'
import * as accounts from './accounts/endpoints'
import * as audit from './audit/endpoints'
import * as capacities from './capacities/endpoints'
import * as choices from './choices/endpoints'
import * as conferencing from './conferencing/endpoints'
import * as diagnostics from './diagnostics/endpoints'
import * as docs from './docs/endpoints'
import * as env from './env/endpoints'
import * as knownVoices from './known-voices/endpoints'
import * as library from './library/endpoints'
import * as liveMeetings from './live-meetings/endpoints'
import * as lookups from './lookups/endpoints'
import * as manuscripts from './manuscripts/endpoints'
import * as meetings from './meetings/endpoints'
import * as operations from './operations/endpoints'
import * as overview from './overview/endpoints'
import * as search from './search/endpoints'
import * as sharedLinks from './shared-links/endpoints'
import * as signOn from './sign-on/endpoints'
import * as system from './system/endpoints'
import * as trainable from './trainable/endpoints'
import * as trainingArchives from './training-archives/endpoints'
import * as transcripts from './transcripts/endpoints'
import * as uploads from './uploads/endpoints'
import * as vendorTags from './vendor-tags/endpoints'

/** Every call by its folder; for the documents and the guards, never for a screen. */
export const endpointFiles: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  'sign-on': signOn,
  access,
  accounts,
  'shared-links': sharedLinks,
  env,
  meetings,
  library,
  'live-meetings': liveMeetings,
  transcripts,
  search,
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
  overview,
  audit,
  docs,
}

export const allEndpoints: readonly Endpoint[] = Object.values(endpointFiles).flatMap(file =>
  Object.values(file),
)

export const allSockets: readonly SocketEndpoint[] = [hotwordSocket, asrSocket]
