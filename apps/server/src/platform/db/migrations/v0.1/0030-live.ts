import type { Migration } from '../migration'

export const live: Migration = {
  id: '0030-live',
  compatible: true,
  sql: `
    create table live_meeting (
      meeting_id text primary key references meeting (id) on delete cascade,
      custom_phrases jsonb not null,
      earmuffs boolean not null default false,
      recording boolean not null default true,
      transcription boolean not null default true,
      chimes boolean not null default true,
      translations jsonb not null default '[]',
      node_id text,
      node_url text,
      node_seen_at timestamptz,
      last_client_at timestamptz not null default now(),
      end_requested_by text,
      end_reason text,
      seq_reserved bigint not null default 0,
      mixed_at timestamptz,
      updated_at timestamptz not null default now()
    );
    create index live_meeting_unmixed on live_meeting (meeting_id) where mixed_at is null;

    create table live_stream (
      meeting_id text not null references meeting (id) on delete cascade,
      id text not null,
      number integer not null,
      client_id text not null,
      csi bigint not null,
      name text not null,
      anchor_ms bigint not null check (anchor_ms >= 0),
      base_ms bigint not null,
      created_at timestamptz not null default now(),
      primary key (meeting_id, id),
      unique (meeting_id, client_id, csi)
    );

    create table live_event (
      meeting_id text not null references meeting (id) on delete cascade,
      seq bigint not null,
      type text not null,
      message jsonb not null,
      primary key (meeting_id, seq)
    );

    create table live_inbox (
      id bigint generated always as identity primary key,
      meeting_id text not null references meeting (id) on delete cascade,
      message jsonb not null
    );
    create index live_inbox_meeting on live_inbox (meeting_id, id);
  `,
}
