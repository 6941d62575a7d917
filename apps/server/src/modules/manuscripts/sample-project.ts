import { DEFAULT_LANGUAGE, SHARD_MAX_LENGTH_MS } from '@livetap/contract'
import type { ManuscriptsService } from './manuscripts.service'

/** A few shards of the samples: the rest stay free for a project of the reader's own. */
const TRAIN_MS = 15_000
const MIN_LENGTH_MS = 1_000

/** Active at once, so that its whole way is there to be seen. Nothing where there is a project already. */
export async function importSampleProject(projects: ManuscriptsService, by: string): Promise<void> {
  const any = { sort: 'name', order: 'asc', limit: 1 } as const
  const [shown, deleted] = [
    await projects.list(any),
    await projects.list({ ...any, manuscript_status: 'deleted' }),
  ]
  if (shown.total + deleted.total > 0) return
  const { id, version } = await projects.create(
    {
      name: 'Sample: utterances for the dummy vendor',
      site_name: '',
      language: DEFAULT_LANGUAGE,
      vendor: 'dummyvendor',
      has_global_participant_id: false,
      has_participant_id: false,
      train_ms_required: TRAIN_MS,
      eval_ms_required: 0,
      min_length_ms: MIN_LENGTH_MS,
      max_length_ms: SHARD_MAX_LENGTH_MS,
    },
    by,
  )
  await projects.setStatus(id, { status: 'ready', version, by })
}
