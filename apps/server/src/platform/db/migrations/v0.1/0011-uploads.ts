import type { Migration } from '../migration'

export const uploads: Migration = {
  id: '0011-uploads',
  compatible: true,
  sql: `
    create table upload_session (
      id text primary key,
      meeting_id text not null unique references meeting (id) on delete cascade,
      user_id text not null,
      storage_key text not null,
      total_bytes bigint not null check (total_bytes > 0),
      held_bytes bigint not null default 0 check (held_bytes between 0 and total_bytes),
      storage_state jsonb not null,
      state text not null check (state in ('open', 'stored', 'complete', 'expired')),
      writer text,
      writer_until timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index upload_session_unfinished on upload_session (expires_at) where state in ('open', 'stored');
  `,
}
