/**
 * A backup of a running installation, by the command that makes it, beside the same bytes copied bare: the tables by the
 * database's own COPY into files, the objects by `cp`, and both until the disk has them. How much memory the
 * command takes as the installation grows, and what the next backup costs, to which nothing is new.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { meetingFiles } from '@livetap/server'
import pg from 'pg'
import { BenchServer, newMeeting } from './lib/bench-server'
import { isToy, median, report } from './lib/report'

const MB = 1024 * 1024
const RECORDINGS = isToy ? 2 : 16
const RECORDING_BYTES = (isToy ? 2 : 48) * MB
const SHARDS = isToy ? 20 : 2_000
const SHARD_BYTES = 100_000
const LINES = isToy ? 500 : 40_000
const TURNS = isToy ? 1 : 5
/** Of the installation, when the memory is first measured. */
const FIRST_SHARE = 8

const program = fileURLToPath(new URL('../apps/server/dist/backup.js', import.meta.url))
const server = await BenchServer.start()
const { app } = server
if (app.config.storage.kind !== 'folder') throw new Error('the bench wants its objects in a folder')
const objects = app.config.storage.folder
const client = new pg.Client({ connectionString: app.database.url })
await client.connect()

async function fill(share: number): Promise<void> {
  const of = (whole: number) => Math.ceil(whole * share)
  const { id } = await app.meetings.service.create({
    ...newMeeting,
    startedAt: new Date(),
    status: 'CallEnded',
  })
  for (let at = 0; at < of(RECORDINGS); at++)
    await app.storage.put(meetingFiles.work(id, `${at}.flac`), randomBytes(RECORDING_BYTES))
  for (let at = 0; at < of(SHARDS); at++)
    await app.storage.put(meetingFiles.shard(id, `${at}`), randomBytes(SHARD_BYTES))
  await client.query(
    `insert into utterance (id, meeting_id, start_ms, end_ms, text, words, csis, speaker_ids, speaker_segments,
       transcript_type, language_code)
     select $1 || n, $1, n * 5000, n * 5000 + 4000, md5(n::text),
       (select jsonb_agg(jsonb_build_object('text', md5((n + w)::text), 'startMs', n * 5000 + w * 200,
         'endMs', n * 5000 + w * 200 + 180, 'confidence', random())) from generate_series(1, 15) as w),
       '[1]', '["1"]', '[]', 'final', 'en-US'
     from generate_series(1, $2::int) as n`,
    [id, of(LINES)],
  )
}

const seconds = async (work: () => Promise<void>) => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

async function bare(target: string): Promise<void> {
  await mkdir(target)
  // The database writes its files itself.
  await chmod(target, 0o777)
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  for (const { name } of rows) await client.query(`copy "${name}" to '${join(target, name)}'`)
  execFileSync('cp', ['-r', objects, join(target, 'objects')])
  execFileSync('sync', ['-f', target])
}

/** Answers the most memory that it had, in MB. */
async function backup(target: string): Promise<number> {
  const child = spawn(process.execPath, [program, target], {
    env: { ...process.env, ...server.workerEnv(), LIVETAP_BACKUP_KEY: 'a key of the bench alone' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let most = 0
  const look = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, 50)
  const code = await new Promise(resolve => child.once('exit', resolve))
  clearInterval(look)
  if (code !== 0) throw new Error(`the backup ended with ${code}`)
  return most
}

const target = join(server.folder, 'target')
await fill(1 / FIRST_SHARE)
const memoryFirst = await backup(target)
await rm(target, { recursive: true })
await fill(1 - 1 / FIRST_SHARE)

const ours: number[] = []
const copied: number[] = []
const memory: number[] = []
const again: number[] = []
for (let turn = 0; turn < TURNS; turn++) {
  const plain = join(server.folder, 'plain')
  copied.push(await seconds(() => bare(plain)))
  await rm(plain, { recursive: true })
  ours.push(await seconds(async () => void memory.push(await backup(target))))
  again.push(await seconds(async () => void (await backup(target))))
  await rm(target, { recursive: true })
}
const { rows } = await client.query<{ bytes: string }>(
  'select sum(pg_column_size(utterance.*)) as bytes from utterance',
)
const megabytes = (RECORDINGS * RECORDING_BYTES + SHARDS * SHARD_BYTES) / MB
await client.end()
await server.close()

const rowMegabytes = Math.round(Number(rows[0]?.bytes) / MB)
report('backup', [
  {
    name: `${Math.round(megabytes)} MB of objects and ${rowMegabytes} MB of rows, backed up`,
    unit: 's',
    samples: ours,
  },
  { name: 'the same bytes by COPY and cp', unit: 's', samples: copied },
  {
    name: 'our speed over that of COPY and cp',
    unit: 'times',
    samples: [median(copied) / median(ours)],
    bar: { atLeast: 0.7 },
  },
  { name: 'the next backup, to which nothing is new', unit: 's', samples: again },
  { name: 'memory of the command, at its most', unit: 'MB', samples: memory, bar: { atMost: 400 } },
  {
    name: `memory that ${FIRST_SHARE} times the installation adds`,
    unit: 'MB',
    samples: [median(memory) - memoryFirst],
    bar: { atMost: 100 },
  },
])
