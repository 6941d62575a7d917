import type { Migration } from '../migration'

export const trainable: Migration = {
  id: '0070-trainable',
  compatible: false,
  sql: `
    -- What listings filter and order by stands in the row itself, so that one index answers a page at any depth.
    alter table shard
      add column region text not null default '',
      add column site_name text not null default '',
      add column source text not null default '',
      add column created_second bigint not null default floor(extract(epoch from now()))::bigint,
      add column updated_at timestamptz not null default now(),
      add column length_ms bigint not null generated always as (end_offset_ms - start_offset_ms) stored,
      add column ci_uuid text,
      add column participant_id text,
      add column global_participant_id text,
      add column version integer not null default 0,
      add column human_text text,
      add column human_by text,
      add column human_at timestamptz,
      add column human_source text,
      add column unusable_reason text,
      add column unusable_by text,
      add column unusable_at timestamptz,
      add column peaks jsonb,
      add column audio_bytes bigint;

    update shard set region = meeting.region, site_name = meeting.site_name, source = meeting.source,
      created_second = floor(extract(epoch from shard.created_at))::bigint, updated_at = shard.created_at
      from meeting where meeting.id = shard.meeting_id;

    drop index shard_created_at;
    create index shard_listing on shard (region, created_second, id);
    create index shard_of_site on shard (region, site_name, created_second, id);
    create index shard_of_source on shard (region, source, created_second, id);
    create index shard_of_language on shard (region, split_part(language_code, '-', 1), created_second, id);
    create index shard_with_text on shard (region, created_second, id) where human_text is not null;
    create index shard_unusable on shard (region, created_second, id) where unusable_reason is not null;
    create index shard_for_evaluation on shard (region, created_second, id) where is_evaluation;

    -- Where the sound lies is kept with each edit: shards of a meeting that is processed again are new ones.
    create table shard_edit (
      id bigint generated always as identity primary key,
      meeting_id text not null references meeting (id) on delete cascade,
      shard_id text references shard (id) on delete set null,
      csi bigint,
      start_offset_ms bigint not null,
      end_offset_ms bigint not null,
      kind text not null check (kind in ('transcript', 'unusable', 'usable')),
      version integer check ((version is not null) = (kind = 'transcript')),
      text text not null,
      before text not null,
      source text not null,
      edited_by text not null,
      edited_at timestamptz not null default now()
    );
    create unique index shard_edit_version on shard_edit (shard_id, version);
    create index shard_edit_meeting on shard_edit (meeting_id, start_offset_ms);
    create index shard_edit_time on shard_edit (edited_at);
  `,
}
