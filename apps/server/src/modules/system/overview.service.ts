import { MAX_COUNTED_ERRORS, type OverviewAnswer } from '@livetap/contract'
import type { Principal } from '../../platform/principal'
import { mayAtAll } from '../access'
import type { DiagnosticsService } from '../diagnostics'
import type { MeetingsStore } from '../meetings'
import type { NodesModule } from '../nodes'

export interface OverviewServiceOptions {
  meetings: Pick<MeetingsStore, 'counts'>
  logs: Pick<DiagnosticsService, 'count'>
  nodes: Pick<NodesModule['service'], 'draining'>
}

export const DAY_MS = 24 * 3_600_000
/** All pages of those who see the same that ask within it get one answer. */
const FRESH_MS = 500
const MAX_VIEWERS = 1_000

/** All admins see the same; anyone else sees by what is theirs. */
const seenAlike = ({ kind, role, userId, sessionId }: Principal): string =>
  kind === 'key' ? sessionId : role === 'admin' ? role : `${role} ${userId}`

/** Asked for by every open page again and again: each part is read from an index, and bounded. */
export class OverviewService {
  readonly #last = new Map<string, { at: number; counts: Promise<OverviewAnswer> }>()

  constructor(private readonly options: OverviewServiceOptions) {}

  /** Of meetings that the viewer may know of; errors and nodes for those who may read of them. */
  counts(viewer: Principal): Promise<OverviewAnswer> {
    const now = performance.now()
    const key = seenAlike(viewer)
    const known = this.#last.get(key)
    if (known && now - known.at <= FRESH_MS) return known.counts
    if (this.#last.size >= MAX_VIEWERS) this.#last.clear()
    const last = { at: now, counts: this.#read(viewer) }
    last.counts.catch(() => {
      // What failed is asked again.
      if (this.#last.get(key) === last) this.#last.delete(key)
    })
    this.#last.set(key, last)
    return last.counts
  }

  async #read(viewer: Principal): Promise<OverviewAnswer> {
    const { meetings, logs, nodes } = this.options
    const to = new Date()
    const from = new Date(to.getTime() - DAY_MS)
    const [counts, errors, draining] = await Promise.all([
      meetings.counts(viewer, DAY_MS),
      mayAtAll(viewer, 'logs.read')
        ? logs.count(viewer, { from, to, severity: 'ERROR' }, MAX_COUNTED_ERRORS)
        : 0,
      mayAtAll(viewer, 'system.read') ? nodes.draining() : [],
    ])
    return {
      live: counts.CallStarted,
      transcribing: counts.processing,
      failed_today: counts.failed,
      errors_today: errors,
      draining,
    }
  }
}
