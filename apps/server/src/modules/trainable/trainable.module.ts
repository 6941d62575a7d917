import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { EventsModule } from '../events'
import type { MeetingsModule } from '../meetings'
import type { TranscriptsModule } from '../transcripts'
import { HostCorrections } from './corrections/host-corrections'
import { HumanTranscripts } from './corrections/human-transcripts'
import { OffersService } from './corrections/offers.service'
import { OrderedShardsStore } from './shards/ordered-shards.store'
import { ShardEditsStore } from './shards/shard-edits.store'
import { ShardsStore } from './shards/shards.store'
import { trainableRoutes } from './trainable.routes'
import { TrainableService } from './trainable.service'
import { TrainingProgressStore } from './training-progress.store'

export type TrainableModule = ReturnType<typeof trainableModule>

export function trainableModule(
  { database, storage, mediaUrls, log }: Platform,
  needs: { events: EventsModule; meetings: MeetingsModule; transcripts: TranscriptsModule },
) {
  const { kysely } = database
  const { utterances, transcript } = needs.transcripts
  const meetings = needs.meetings.service
  const events = needs.events.recorder
  const shards = new ShardsStore(kysely)
  const edits = new ShardEditsStore(kysely)
  const transcripts = new HumanTranscripts({ shards, edits, events })
  const progress = new TrainingProgressStore(kysely)
  const service = new TrainableService({
    shards,
    ordered: new OrderedShardsStore(kysely),
    edits,
    transcripts,
    progress,
    utterances,
    meetings,
    mediaUrls,
    events,
  })
  const offers = new OffersService({ shards, utterances, meetings })
  const corrections = new HostCorrections({ shards, utterances, transcripts, log })
  transcript.afterEdit((after, by) => corrections.follow(after, by))
  return {
    shards,
    edits,
    transcripts,
    service,
    routes: (server: HttpServer) => trainableRoutes(server, { service, offers, storage }),
  }
}
