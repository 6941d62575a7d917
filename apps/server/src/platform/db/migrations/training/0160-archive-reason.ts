import type { Migration } from '../migration'

/** An archive whose file was removed has failed: completed ones have a file. */
export const archiveReason: Migration = {
  id: '0160-archive-reason',
  compatible: false,
  sql: `
    alter table training_archive add column reason text
      check (reason in ('packing_failed', 'meeting_removed', 'expired'));
    update training_archive set reason = 'packing_failed' where status = 'zip-failed';
    update training_archive
      set status = 'zip-failed',
        reason = case when error is null then 'expired' else 'meeting_removed' end,
        error = coalesce(error, 'No longer kept')
      where status = 'zip-completed' and storage_key is null;
    alter table training_archive add constraint training_archive_completed
      check (status <> 'zip-completed' or storage_key is not null);
  `,
}
