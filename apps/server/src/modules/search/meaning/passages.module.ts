import type { Platform } from '../../../platform/create-platform'
import type { PipelineModule } from '../../pipeline'
import { PassageMaker } from './passage-maker'
import { PassagesStore } from './passages.store'

export type PassagesModule = ReturnType<typeof passagesModule>

/** Passages of finished meetings for the search by meaning, made by processes that also work on recordings. */
export function passagesModule(
  { config, database, metrics, speech, log }: Platform,
  { pipeline }: { pipeline: Pick<PipelineModule, 'mustYield'> },
) {
  const store = new PassagesStore(database.kysely)
  const { embedder } = speech
  const maker = new PassageMaker({ store, embedder, log, mustYield: pipeline.mustYield })
  metrics.gauges(
    'livetap_search_meetings_waiting',
    'Finished meetings of the installation whose passages for the search by meaning are to be made',
    [],
    async () => [[{}, await store.waiting()]],
  )

  return {
    family: 'partner' as const,
    store,
    async start() {
      if (config.role !== 'gateway') await maker.start()
    },
    stop: () => maker.stop(),
  }
}
