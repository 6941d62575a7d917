import type { Migration } from './migration'

/** Runs over what ended calls left, and whose voice a stream is. */
export const afterCall: Migration = {
  id: '0077-after-call',
  compatible: true,
  sql: `
    alter table pipeline_run
      add column kind text not null default 'recording' check (kind in ('recording', 'after-call'));
    alter table live_stream add column user_id text;
  `,
}
