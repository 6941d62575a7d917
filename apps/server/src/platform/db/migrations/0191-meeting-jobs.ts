import type { Migration } from './migration'

/** The runs of meetings become jobs. What waited in the queue of pg-boss keeps its priority; its schema goes. */
export const meetingJobs: Migration = {
  id: '0191-meeting-jobs',
  compatible: false,
  sql: `
    insert into job (queue, subject, state, worker_id, token, takeovers, failures, queued_at, not_before, started_at, finished_at)
      select kind, meeting_id, state, worker_id, case when state = 'running' then coalesce(token, gen_random_uuid()) end,
        takeovers, failures, queued_at, not_before, started_at, finished_at
      from pipeline_run;
    do $$ begin
      -- Not there where no process ever started.
      if to_regclass('job_queue.job') is not null then
        update job set priority = sent.priority
          from pipeline_run as run join job_queue.job as sent on sent.id = run.job_id
          where job.meeting_id = run.meeting_id and job.state = 'queued';
        drop schema job_queue cascade;
      end if;
    end $$;
    drop table pipeline_run;
  `,
}
