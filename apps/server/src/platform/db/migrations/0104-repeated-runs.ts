import type { Migration } from './migration'

/** What an ended call left is tried again later when it failed. */
export const repeatedRuns: Migration = {
  id: '0104-repeated-runs',
  compatible: true,
  sql: `
    alter table pipeline_run
      add column failures integer not null default 0,
      add column not_before timestamptz;
  `,
}
