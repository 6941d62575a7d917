import type { Migration } from './migration'

/** Objects that were deleted while a backup ran. A release before deletes at once, and forgets none. */
export const deferredDeletions: Migration = {
  id: '0240-deferred-deletions',
  compatible: true,
  sql: `
    create table deferred_deletion (
      key text primary key,
      size bigint not null,
      modified_at timestamptz not null
    );
  `,
}
