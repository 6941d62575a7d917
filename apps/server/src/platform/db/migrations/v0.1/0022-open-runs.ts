import type { Migration } from '../migration'

/** Every heartbeat looks through the runs that are not over: those that are, by far the most, stay out of its way. */
export const openRuns: Migration = {
  id: '0022-open-runs',
  compatible: true,
  sql: `
    create index pipeline_run_open on pipeline_run (queued_at) where state in ('queued', 'running');
  `,
}
