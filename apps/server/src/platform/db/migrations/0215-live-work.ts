import type { Migration } from './migration'

/** How fast running calls are recognised, beside what the log says of recordings. */
export const liveWork: Migration = {
  id: '0215-live-work',
  compatible: true,
  sql: `
    alter table node_sample
      add column live_sound_ms bigint not null default 0,
      add column live_work_ms bigint not null default 0;
  `,
}
