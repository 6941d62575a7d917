import { MAX_COUNTED_ERRORS, type OverviewAnswer } from '@livetap/contract'
import type { DiagnosticsService } from '../diagnostics'
import type { MeetingsStore } from '../meetings'
import type { NodesModule } from '../nodes'

export interface OverviewServiceOptions {
  meetings: Pick<MeetingsStore, 'counts'>
  logs: Pick<DiagnosticsService, 'count'>
  nodes: Pick<NodesModule['service'], 'draining'>
}

const DAY_MS = 24 * 3_600_000

/** Asked for by every open page again and again: each part is read from an index, and bounded. */
export class OverviewService {
  constructor(private readonly options: OverviewServiceOptions) {}

  async counts(): Promise<OverviewAnswer> {
    const { meetings, logs, nodes } = this.options
    const to = new Date()
    const from = new Date(to.getTime() - DAY_MS)
    const [counts, errors, draining] = await Promise.all([
      meetings.counts(DAY_MS),
      logs.count({ from, to, severity: 'ERROR' }, MAX_COUNTED_ERRORS),
      nodes.draining(),
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
