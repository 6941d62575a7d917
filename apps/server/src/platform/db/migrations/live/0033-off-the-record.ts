import type { Migration } from '../migration'

export const offTheRecord: Migration = {
  id: '0033-off-the-record',
  compatible: true,
  sql: `
    create table off_the_record (
      meeting_id text not null references meeting (id) on delete cascade,
      from_ms bigint not null,
      until_ms bigint not null check (until_ms >= from_ms),
      asked_by text not null,
      command_id text,
      created_at timestamptz not null default now()
    );
    create index off_the_record_meeting on off_the_record (meeting_id, from_ms);

    insert into off_the_record (meeting_id, from_ms, until_ms, asked_by)
      select meeting_id, round((message->'data'->>'from_millis')::numeric),
             round((message->'data'->>'until_millis')::numeric), ''
      from live_event where type = 'off_the_record';

    -- What of a stream's sound has no text yet, and whether that list is complete.
    alter table live_stream add column unheard jsonb not null default '[]';
    alter table live_stream add column is_closed boolean not null default false;
    update live_stream set is_closed = true
      from live_meeting where live_meeting.meeting_id = live_stream.meeting_id and mixed_at is not null;
  `,
}
