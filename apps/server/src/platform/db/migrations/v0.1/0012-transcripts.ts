import type { Migration } from '../migration'

export const transcripts: Migration = {
  id: '0012-transcripts',
  compatible: true,
  sql: `
    create table utterance (
      id text primary key,
      meeting_id text not null references meeting (id) on delete cascade,
      start_ms bigint not null check (start_ms >= 0),
      end_ms bigint not null check (end_ms >= start_ms),
      text text not null,
      words jsonb not null,
      csis jsonb not null,
      speaker_ids jsonb not null,
      speaker_segments jsonb not null,
      transcript_type text not null,
      language_code text not null,
      confidence real,
      times_estimated boolean not null default false,
      version integer not null default 0,
      edited_by text,
      edited_at timestamptz
    );
    create index utterance_meeting on utterance (meeting_id, start_ms, id);

    create table utterance_version (
      utterance_id text not null references utterance (id) on delete cascade,
      version integer not null,
      text text not null,
      words jsonb not null,
      speaker_segments jsonb not null,
      edited_by text,
      edited_at timestamptz,
      primary key (utterance_id, version)
    );

    create table speaker_name (
      meeting_id text not null references meeting (id) on delete cascade,
      speaker_id text not null,
      name text not null,
      renamed_by text not null,
      renamed_at timestamptz not null default now(),
      primary key (meeting_id, speaker_id)
    );

    create table highlight (
      meeting_id text not null references meeting (id) on delete cascade,
      id text not null,
      start_ms bigint not null,
      end_ms bigint not null,
      text text not null,
      csis jsonb not null,
      source text not null,
      label text not null,
      trigger_type text not null,
      trigger_by text,
      trigger_word text,
      created_by text,
      created_at timestamptz not null default now(),
      primary key (meeting_id, id)
    );
    create index highlight_meeting on highlight (meeting_id, start_ms, id);

    create table shard (
      id text primary key,
      meeting_id text not null references meeting (id) on delete cascade,
      storage_key text not null,
      start_offset_ms bigint not null check (start_offset_ms >= 0),
      end_offset_ms bigint not null check (end_offset_ms > start_offset_ms),
      csi bigint,
      speaker_ids jsonb not null,
      transcript text not null,
      words jsonb not null,
      transcript_type text not null,
      language_code text not null,
      language_inferred boolean not null,
      is_evaluation boolean not null default false,
      created_at timestamptz not null default now()
    );
    create index shard_meeting on shard (meeting_id, start_offset_ms, id);
    create index shard_created_at on shard (created_at, id);
  `,
}
