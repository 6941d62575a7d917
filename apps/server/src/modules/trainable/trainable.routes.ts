import {
  debugAudio,
  getShard,
  markUnusable,
  orderedShards,
  saveTrainingTranscript,
  shardNeighbours,
  shardVersions,
  trainableAudioFile,
  trainableTranscripts,
  trainingProgress,
  transcriptOffers,
  unmarkUnusable,
  unplacedEdits,
} from '@livetap/contract/calls/trainable'
import type { HttpServer } from '../../platform/http/create-http-server'
import { invalid } from '../../platform/http/errors'
import { routesOf } from '../../platform/http/route'
import { sendObject } from '../../platform/media/send-object'
import type { Storage } from '../../platform/storage/storage'
import type { OffersService } from './corrections/offers.service'
import type { TrainableService } from './trainable.service'

export interface TrainableParts {
  service: TrainableService
  offers: OffersService
  storage: Storage
}

export function trainableRoutes(server: HttpServer, { service, offers, storage }: TrainableParts): void {
  const on = routesOf(server)

  on(debugAudio, async ({ query, principal }) => service.list(query, principal))

  on(orderedShards, async ({ query, principal }) => service.ordered(query, principal))

  on(trainableTranscripts, async ({ params, query, principal }) => ({
    transcripts: await service.ofMeeting(
      params.id,
      query.audio_uri === true ? principal.sessionId : undefined,
    ),
  }))

  on(transcriptOffers, async ({ params }) => ({ offers: await offers.ofMeeting(params.id) }))

  on(saveTrainingTranscript, async ({ query, headers, body, principal }, reply) => {
    const asked = { id: query.audio_id, region: query.client_region, basis: versionIn(headers['if-match']) }
    const saved = await service.save(asked, body.transcript, principal.userName)
    reply.header('etag', `"${saved.version}"`)
    return saved
  })

  on(trainableAudioFile, async (request, reply) => {
    const { storageKey } = await service.find(request.query.id)
    return sendObject(storage, storageKey, request, reply)
  })

  on(getShard, async ({ params, query, principal: by }) =>
    service.shard(params.id, { limit: query.limit, syncKey: query.sync_key, by }),
  )

  on(shardVersions, async ({ params }) => ({ versions: await service.versions(params.id) }))

  on(shardNeighbours, async ({ params, query }) => service.neighbours(params.id, query.count))

  on(markUnusable, async ({ params, body, principal }) =>
    service.markUnusable(params.id, body.reason, principal.userName),
  )

  on(unmarkUnusable, async ({ params, principal }) => service.unmarkUnusable(params.id, principal.userName))

  on(trainingProgress, async ({ query, principal }) =>
    service.progress(query.client_region, new Date(query.since), principal),
  )

  on(unplacedEdits, async ({ query, principal }) => ({
    edits: await service.unplaced(principal, query.client_region, query.meeting_id),
  }))
}

/** `*` and no header at all name no version. */
function versionIn(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim()) ?? []
  if (version === undefined) throw invalid('if-match', 'must be the version of the text, such as "3"')
  return Number(version)
}
