import type { Migration } from '../migration'

export const pipeline: Migration = {
  id: '0020-pipeline',
  compatible: true,
  sql: `
    create table fleet_worker (
      id text primary key,
      cluster text not null,
      region text not null,
      capacity integer not null check (capacity > 0),
      running integer not null default 0,
      host text not null,
      started_at timestamptz not null default now(),
      heartbeat_at timestamptz not null default now()
    );

    create table pipeline_run (
      meeting_id text primary key references meeting (id) on delete cascade,
      state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      worker_id text,
      token uuid,
      job_id uuid,
      takeovers integer not null default 0,
      queued_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz
    );
    create index pipeline_run_running on pipeline_run (worker_id) where state = 'running';

    create table pipeline_stage (
      meeting_id text not null references meeting (id) on delete cascade,
      stage text not null,
      output jsonb not null,
      worker_id text not null,
      started_at timestamptz not null,
      finished_at timestamptz not null default now(),
      primary key (meeting_id, stage)
    );

    create table pipeline_part (
      meeting_id text not null references meeting (id) on delete cascade,
      stage text not null,
      number integer not null,
      content jsonb not null,
      primary key (meeting_id, stage, number)
    );
  `,
}
