import type { Migration } from '../migration'

export const meetings: Migration = {
  id: '0010-meetings',
  compatible: true,
  sql: `
    create table meeting (
      id text primary key,
      title text not null,
      host_user_id text not null,
      host_email text not null,
      site_id text not null,
      site_name text not null,
      number text not null default '',
      series text not null default '',
      conference_id text not null default '',
      sip_address text not null default '',
      source text not null,
      region text not null,
      language text,
      enable_ensemble boolean not null,
      sharder text not null,
      trainable_shard_percent real not null check (trainable_shard_percent between 0 and 100),
      status text not null check (status in ('CallStarted', 'CallEnded', 'processing', 'failed')),
      stage text not null default '',
      progress real not null default 0 check (progress between 0 and 100),
      error text,
      created_at timestamptz not null default now(),
      started_at timestamptz not null,
      ended_at timestamptz,
      updated_at timestamptz not null default now(),
      duration_ms bigint,
      has_video boolean not null default false,
      recording_key text,
      recording_name text not null default '',
      recording_type text not null default '',
      recording_bytes bigint,
      transcript_revision bigint not null default 0
    );
    create index meeting_created_at on meeting (created_at desc);
    create index meeting_host on meeting (host_user_id, started_at desc);
    create index meeting_number on meeting (number, started_at) where number <> '';
    create index meeting_conference on meeting (conference_id) where conference_id <> '';
    create index meeting_site on meeting (region, started_at);
    create index meeting_unfinished on meeting (status) where status <> 'CallEnded';

    create table deleted_meeting (
      id text primary key,
      site_name text not null,
      source text not null,
      region text not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      duration_ms bigint,
      deleted_at timestamptz not null default now(),
      deleted_by text not null,
      files_deleted_at timestamptz
    );
    create index deleted_meeting_site on deleted_meeting (region, started_at);
    create index deleted_meeting_with_files on deleted_meeting (id) where files_deleted_at is null;
  `,
}
