import {
  changeKnownVoices,
  deleteKnownVoice,
  deleteKnownVoices,
  dismissProposal,
  knownVoices,
  voiceProposals,
} from '@livetap/contract/calls/known-voices'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import type { KnownVoicesService } from './known-voices.service'

export function knownVoicesRoutes(server: HttpServer, voices: KnownVoicesService): void {
  const on = routesOf(server)

  on(knownVoices, ({ principal }) => voices.list(principal.userId))

  on(changeKnownVoices, ({ body, principal }) => voices.change(principal.userId, body.enabled))

  on(deleteKnownVoices, ({ principal }) => voices.deleteAll(principal.userId))

  on(deleteKnownVoice, ({ params, principal }) => voices.delete(principal.userId, params.id))

  on(voiceProposals, async ({ params, principal }) => ({
    proposals: await voices.proposals(params.id, principal),
  }))

  on(dismissProposal, ({ params, principal }) => voices.dismiss(params.id, params.speakerId, principal))
}
