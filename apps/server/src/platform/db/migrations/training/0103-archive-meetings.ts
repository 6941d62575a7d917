import type { Migration } from '../migration'

/** Of which meetings an archive holds utterances. An older archive may hold those of any meeting of its region. */
export const archiveMeetings: Migration = {
  id: '0103-archive-meetings',
  compatible: false,
  sql: `
    create table training_archive_meeting (
      request_id text not null references training_archive (request_id) on delete cascade,
      -- Without a foreign key: the archive is withdrawn after its meeting is gone.
      meeting_id text not null,
      primary key (request_id, meeting_id)
    );
    create index training_archive_meeting_id on training_archive_meeting (meeting_id);
    insert into training_archive_meeting (request_id, meeting_id)
      select distinct archive.request_id, shard.meeting_id
      from training_archive as archive join shard on shard.region = archive.region
      where archive.storage_key is not null and shard.created_at <= archive.finished_at;
  `,
}
