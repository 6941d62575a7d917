import type { Migration } from './migration'

/** One table of jobs for all queues. The archives that wait or are being packed get theirs. */
export const jobs: Migration = {
  id: '0190-jobs',
  compatible: false,
  sql: `
    create table job (
      queue text not null,
      subject text not null,
      -- Where the subject is a meeting, the job is deleted with it.
      meeting_id text generated always as (case when queue in ('recording', 'after-call') then subject end) stored
        references meeting (id) on delete cascade,
      state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      priority integer not null default 0,
      worker_id text,
      -- The lease: who has it may write for the job.
      token uuid unique,
      takeovers integer not null default 0,
      failures integer not null default 0,
      queued_at timestamptz not null default clock_timestamp(),
      not_before timestamptz,
      started_at timestamptz,
      finished_at timestamptz,
      primary key (queue, subject),
      check ((state = 'running') = (token is not null))
    );
    -- A meeting has one job.
    create unique index job_meeting on job (meeting_id);
    create index job_queued on job (queue, priority desc, queued_at) where state = 'queued';
    create index job_running on job (queue, worker_id) where state = 'running';

    insert into job (queue, subject, state, worker_id, token, takeovers, queued_at, started_at)
      select 'archive', request_id, case when worker_id is null then 'queued' else 'running' end, worker_id,
        case when worker_id is not null then coalesce(token, gen_random_uuid()) end, takeovers, created_at,
        case when worker_id is not null then created_at end
      from training_archive where status = 'zip-processing';
    drop index training_archive_open;
    alter table training_archive drop column worker_id, drop column token, drop column takeovers;
  `,
}
