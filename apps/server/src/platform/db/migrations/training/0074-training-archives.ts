import type { Migration } from '../migration'

export const trainingArchives: Migration = {
  id: '0074-training-archives',
  compatible: true,
  sql: `
    create table training_archive (
      request_id text primary key,
      region text not null,
      filter jsonb not null,
      status text not null check (status in ('zip-processing', 'zip-completed', 'zip-failed', 'zip-cancelled')),
      requested_by text not null,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      -- Who packs it: the token is the right to write, the worker's heartbeat keeps it.
      worker_id text,
      token uuid,
      takeovers integer not null default 0,
      count integer not null default 0,
      total integer not null default 0,
      length_ms bigint not null default 0,
      bytes bigint not null default 0,
      storage_key text,
      error text
    );
    create index training_archive_open on training_archive (created_at) where status = 'zip-processing';
    create index training_archive_region on training_archive (region, created_at desc);
  `,
}
