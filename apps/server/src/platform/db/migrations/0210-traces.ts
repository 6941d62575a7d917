import type { Migration } from './migration'

/** Which trace a job and a stream belong to: another process goes on with it. */
export const traces: Migration = {
  id: '0210-traces',
  compatible: true,
  sql: `
    alter table job add column traceparent text;
    alter table live_stream add column traceparent text;
  `,
}
