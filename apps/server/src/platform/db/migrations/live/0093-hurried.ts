import type { Migration } from '../migration'

/** What of a live stream was recognised in a hurry, and is recognised again after the call. */
export const hurried: Migration = {
  id: '0093-hurried',
  compatible: true,
  sql: `alter table live_stream add column hurried jsonb not null default '[]'`,
}
