import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../../platform/db/migrate'
import { migrations } from '../../platform/db/migrations'
import { createLog } from '../../platform/log/log'
import { emptyDatabase } from '../../testing/database/test-database'
import { testServer } from '../../testing/test-server'
import { PipelineClient } from '../pipeline/testing/pipeline-client'
import { scriptedTools } from '../pipeline/testing/scripted-tools'
import { humWav } from '../pipeline/testing/test-sound'

const log = createLog('silent')

/** What pg-boss 10 made of its jobs: a table with a partition for each queue. */
const pgBoss = `
  create schema job_queue;
  create type job_queue.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
  create table job_queue.job (
    id uuid not null default gen_random_uuid(), name text not null, priority integer not null default 0, data jsonb,
    state job_queue.job_state not null default 'created', started_on timestamptz, created_on timestamptz not null default now(),
    primary key (name, id)
  ) partition by list (name);
  create table job_queue.j5c0 partition of job_queue.job for values in ('meeting');
`

/** Meetings by what became of them, as the version before left them. */
const rows = `
  insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, enable_ensemble, sharder,
      trainable_shard_percent, status, started_at, recording_key, recording_name)
    select id, id, 'user-1', 'a@example.com', '1', 'cisco_webex', 'upload', 'us', true, 'vadmarker', 0,
      status, now(), 'meetings/' || id || '/recording.wav', 'x.wav'
    from (values ('sample', 'processing'), ('waiting', 'processing'), ('fetched', 'processing'), ('running', 'processing'),
      ('done', 'CallEnded'), ('failed', 'failed'), ('cancelled', 'failed'), ('call', 'CallEnded'), ('later', 'CallEnded')) as m (id, status);
  insert into job_queue.job (id, name, priority, data, state, started_on)
    select ('00000000-0000-0000-0000-00000000000' || n)::uuid, 'meeting', priority, jsonb_build_object('meetingId', meeting), state::job_queue.job_state,
      case when state = 'active' then now() end
    from (values (1, -1, 'sample', 'created'), (2, 0, 'waiting', 'created'), (3, 0, 'fetched', 'active'), (4, 0, 'running', 'active')) as j (n, priority, meeting, state);
  insert into pipeline_run (meeting_id, kind, state, worker_id, token, job_id, takeovers, failures, queued_at, not_before)
    select meeting, kind, state, worker, case when worker is not null and state = 'running' then gen_random_uuid() end,
      ('00000000-0000-0000-0000-00000000000' || n)::uuid, takeovers, failures, now() - minutes * interval '1 minute',
      case when failures > 0 then now() + interval '1 hour' end
    from (values
      ('sample', 'recording', 'queued', null, 1, 0, 0, 9), ('waiting', 'recording', 'queued', null, 2, 0, 0, 8),
      ('fetched', 'recording', 'queued', null, 3, 0, 0, 7), ('running', 'recording', 'running', 'dead', 4, 2, 0, 6),
      ('done', 'recording', 'done', 'dead', null, 0, 0, 5), ('failed', 'recording', 'failed', 'dead', null, 0, 0, 4),
      ('cancelled', 'recording', 'cancelled', null, null, 0, 0, 3), ('call', 'after-call', 'queued', null, null, 0, 0, 2),
      ('later', 'after-call', 'queued', null, null, 0, 1, 1)
    ) as r (meeting, kind, state, worker, n, takeovers, failures, minutes);
  insert into training_archive (request_id, region, filter, status, requested_by, worker_id, token, takeovers, storage_key) values
    ('asked', 'us', '{}', 'zip-processing', 'x', null, null, 0, null),
    ('packing', 'us', '{}', 'zip-processing', 'x', 'dead', gen_random_uuid(), 1, null),
    ('packed', 'us', '{}', 'zip-completed', 'x', null, null, 0, 'archives/packed.zip');
`

async function earlierDatabase(): Promise<{ url: string; pool: pg.Pool }> {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const before = migrations.slice(
    0,
    migrations.findIndex(({ id }) => id === '0190-jobs'),
  )
  await migrate(url, before, log)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end())
  await pool.query(pgBoss)
  await pool.query(rows)
  return { url, pool }
}

test('jobs of the queues before are carried over, in their states, order and priority', async () => {
  const { url, pool } = await earlierDatabase()
  await migrate(url, migrations, log)
  const jobs = await pool.query(
    `select queue, subject, state, priority, worker_id, token is not null as held, takeovers, failures, not_before > now() as waits
     from job order by queue, priority desc, queued_at, subject`,
  )
  const job = { priority: 0, worker_id: null, held: false, takeovers: 0, failures: 0, waits: null }
  const recording = { ...job, queue: 'recording' }
  const left = { state: 'running', worker_id: 'dead', held: true }
  expect(jobs.rows).toEqual([
    { ...job, queue: 'after-call', subject: 'call', state: 'queued' },
    { ...job, queue: 'after-call', subject: 'later', state: 'queued', failures: 1, waits: true },
    { ...job, queue: 'archive', subject: 'asked', state: 'queued' },
    { ...job, queue: 'archive', subject: 'packing', ...left, takeovers: 1 },
    { ...recording, subject: 'waiting', state: 'queued' },
    { ...recording, subject: 'fetched', state: 'queued' },
    { ...recording, subject: 'running', ...left, takeovers: 2 },
    { ...recording, subject: 'done', state: 'done', worker_id: 'dead' },
    { ...recording, subject: 'failed', state: 'failed', worker_id: 'dead' },
    { ...recording, subject: 'cancelled', state: 'cancelled' },
    { ...recording, subject: 'sample', state: 'queued', priority: -1 },
  ])
  const schemas = await pool.query("select 1 from pg_namespace where nspname = 'job_queue'")
  expect(schemas.rows).toEqual([])
})

test('a server that starts on the database of the version before works on what waited, and once on each', async () => {
  const { url, pool } = await earlierDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'livetap-earlier-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const open = ['sample', 'waiting', 'fetched', 'running']
  for (const id of open) {
    const path = join(folder, 'storage', 'meetings', id, 'recording.wav')
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, humWav(5))
  }
  const server = await testServer({
    env: { DATABASE_URL: url, LIVETAP_DATA: folder },
    speech: scriptedTools(),
    nodeTimes: { heartbeatMs: 100, silentMs: 30_000 },
  })
  const client = new PipelineClient(server)
  for (const id of open)
    await vi.waitFor(async () => expect((await client.meeting(id)).status).toBe('CallEnded'))
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      "select distinct status from training_archive where request_id != 'packed'",
    )
    expect(rows).toEqual([{ status: 'zip-completed' }])
  })
  const ends = await pool.query(
    "select meeting, count(*)::int as ends from ledger_event where name = 'meeting_ended' group by meeting order by meeting",
  )
  expect(ends.rows).toEqual([...open].sort().map(meeting => ({ meeting, ends: 1 })))
  await server.close()
})
