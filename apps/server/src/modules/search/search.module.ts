import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import { MeaningService } from './meaning/meaning.service'
import { MeaningStore } from './meaning/meaning.store'
import type { PassagesModule } from './meaning/passages.module'
import { MomentsStore } from './moments.store'
import { QueryTermsStore } from './query-terms.store'
import { startIndexing } from './search.jobs'
import { searchRoutes } from './search.routes'
import { SearchService } from './search.service'
import { SearchStore } from './search.store'
import { SearchIndexStore } from './search-index.store'

export function searchModule(
  { database, speech, scorers, log }: Platform,
  { passages }: { passages: Pick<PassagesModule, 'store'> },
) {
  const { kysely } = database
  const index = new SearchIndexStore(kysely)
  const { embedder } = speech
  const meaning = new MeaningService({ store: new MeaningStore(kysely), embedder, threads: scorers, log })
  let hasTrigrams = false
  const service = new SearchService({
    store: new SearchStore(kysely),
    terms: new QueryTermsStore(kysely),
    moments: new MomentsStore(kysely),
    index,
    meaning,
    passages: passages.store,
    corrects: () => hasTrigrams,
  })
  let indexing: ReturnType<typeof startIndexing> | undefined

  return {
    family: 'partner' as const,
    routes: (server: HttpServer) => searchRoutes(server, service),
    async start() {
      const { trigrams, accents } = await index.extensions()
      hasTrigrams = trigrams
      if (!trigrams)
        log.warn(
          'search finds words as they are spelled: the database has no extension pg_trgm, and this account may not create it',
        )
      if (!accents)
        log.warn(
          'search takes accents off by itself: the database has no extension unaccent, and this account may not create it',
        )
      const { available, reason } = await embedder.availability()
      if (!available) log.warn({ reason }, 'search finds words alone: what texts mean cannot be compared')
      indexing = startIndexing({ index, log })
    },
    async stop() {
      await indexing?.stop()
      meaning.close()
    },
  }
}
