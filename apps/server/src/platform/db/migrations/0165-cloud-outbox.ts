import type { Migration } from './migration'

/** Log entries that are still to be sent to the cloud: written in the transaction of the entry, removed once it is there. */
export const cloudOutbox: Migration = {
  id: '0165-cloud-outbox',
  compatible: true,
  sql: `
    create table cloud_outbox (
      id bigint generated always as identity primary key,
      log_time timestamptz not null,
      log_id bigint not null,
      claimed_until timestamptz not null default '-infinity'
    );
  `,
}
