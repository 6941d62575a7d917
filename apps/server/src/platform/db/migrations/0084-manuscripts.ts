import type { Migration } from './migration'

/** Labelling projects, the shards that were sent in them, and who changed them. */
export const manuscripts: Migration = {
  id: '0084-manuscripts',
  compatible: true,
  sql: `
    create table manuscript_project (
      id bigint generated always as identity primary key,
      name text not null,
      language text not null,
      vendor text not null,
      status text not null default 'pending',
      site_name text not null,
      start_at timestamptz,
      end_at timestamptz,
      train_ms_required bigint not null check (train_ms_required >= 0),
      train_ms_sent bigint not null default 0,
      train_ms_received bigint not null default 0,
      eval_ms_required bigint not null check (eval_ms_required >= 0),
      eval_ms_sent bigint not null default 0,
      eval_ms_received bigint not null default 0,
      has_global_participant_id boolean not null,
      has_participant_id boolean not null,
      min_length_ms bigint not null check (min_length_ms >= 1),
      max_length_ms bigint not null check (max_length_ms >= min_length_ms),
      version integer not null default 1,
      created_at timestamptz not null default now(),
      created_by text not null,
      changed_at timestamptz not null default now(),
      changed_by text not null
    );
    create index manuscript_project_name on manuscript_project (lower(name), id);
    create index manuscript_project_status on manuscript_project (status, id);

    create table manuscript_change (
      project_id bigint not null references manuscript_project (id) on delete cascade,
      version integer not null,
      changed_at timestamptz not null default now(),
      changed_by text not null,
      what text not null,
      primary key (project_id, version)
    );

    create table manuscript_shard (
      project_id bigint not null references manuscript_project (id) on delete cascade,
      -- Without a foreign key: what was sent and received stays counted when a meeting is deleted.
      shard_id text not null,
      meeting_id text not null,
      length_ms bigint not null,
      is_evaluation boolean not null,
      sent_at timestamptz not null default now(),
      received_at timestamptz,
      primary key (project_id, shard_id)
    );
    create index manuscript_shard_shard on manuscript_shard (shard_id);
  `,
}
