import { join } from 'node:path'
import type { Platform } from '../../platform/create-platform'
import type { HttpServer } from '../../platform/http/create-http-server'
import type { Repeating } from '../../platform/repeating'
import type { TrainableModule } from '../trainable'
import { startFilling } from './manuscripts.jobs'
import { manuscriptsRoutes } from './manuscripts.routes'
import { ManuscriptsService } from './manuscripts.service'
import { ManuscriptsStore } from './manuscripts.store'
import { packageRoutes } from './package.routes'
import { ProjectActivityStore } from './project-activity.store'
import { ProjectShardsStore } from './project-shards.store'
import { returnsRoutes } from './returns.routes'
import { importSampleProject } from './sample-project'
import { VendorReturns } from './vendor-returns'

export type ManuscriptsModule = ReturnType<typeof manuscriptsModule>

/** Labelling projects of the vendors. */
export function manuscriptsModule(
  { config, database: { kysely }, identity, storage, signedUrls, log, parsers }: Platform,
  { trainable }: { trainable: Pick<TrainableModule, 'shards' | 'transcripts'> },
) {
  const shards = new ProjectShardsStore(kysely)
  const activity = new ProjectActivityStore(kysely)
  const returns = new VendorReturns({ shards, activity, transcripts: trainable.transcripts, parsers })
  let filling: Repeating | undefined
  const service = new ManuscriptsService({
    store: new ManuscriptsStore(kysely),
    shards,
    activity,
    returns,
    onChange: () => void filling?.run(),
  })
  return {
    family: 'manuscripts' as const,
    service,
    /** A project to look at in an empty installation. */
    importSample: (by: string) => importSampleProject(service, by),
    /** A whole round of filling that begins now: the one under way may be past what has just changed. */
    async fill() {
      await filling?.run()
      await filling?.run()
    },
    routes(server: HttpServer) {
      manuscriptsRoutes(server, service)
      packageRoutes(server, { projects: service, shards: trainable.shards, storage, signedUrls })
      returnsRoutes(server, {
        projects: service,
        parsers,
        folder: join(config.dataDir, 'scratch', identity.pod),
      })
    },
    start() {
      filling = startFilling({ shards, returns, log })
    },
    stop: () => filling?.stop(),
  }
}
