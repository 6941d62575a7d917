import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog, createWorkerApp, loadConfig, nutcrackerTools } from '@livetap/server'
import { createSpeech } from '@livetap/speech'
import { BenchServer } from '../bench-server'
import type { Measure } from '../report'
import { sampleRecording } from '../sample-recording'
import type { SearchInstallation } from './installation'

const TIMES_TEXT = 1.5
const MOST_ADDED = 5
const LINES = 600

/** What the index takes beside the text that it is of, and all that search keeps beside the lines as they are stored. */
export async function size({ database }: SearchInstallation): Promise<Measure[]> {
  const { rows } = await database.query<Record<string, number>>(`
    select (select sum(octet_length(text))::float8 from utterance) as text,
      pg_relation_size('search_row_vector')::float8 as index,
      pg_table_size('utterance')::float8 as lines,
      (select sum(pg_total_relation_size(oid))::float8 from pg_class
        where relkind = 'r' and relname in ('search_row', 'search_word', 'search_pending', 'search_language', 'search_fill')) as all`)
  const { text, index, lines, all } = rows[0]!
  const mb = (bytes: number) => bytes / 1e6
  return [
    { name: 'text of the lines', unit: 'MB', samples: [mb(text!)] },
    { name: 'index', unit: 'MB', samples: [mb(index!)] },
    { name: 'index over the text', unit: 'times', samples: [index! / text!], bar: { atMost: TIMES_TEXT } },
    { name: 'lines as they are stored, with their words', unit: 'MB', samples: [mb(lines!)] },
    { name: 'all that search keeps', unit: 'MB', samples: [mb(all!)] },
    {
      name: 'all that search keeps over the lines as they are stored',
      unit: 'times',
      samples: [all! / lines!],
      bar: { atMost: TIMES_TEXT },
    },
  ]
}

/**
 * The lines of a recording are written with and without the triggers of search, in turns, into the filled database; the
 * difference of a line beside what the pipeline needs for one.
 */
export async function indexingCost(installation: SearchInstallation, rounds: number): Promise<Measure[]> {
  const withIndex: number[] = []
  const without: number[] = []
  await installation.database.query('set synchronous_commit = on')
  try {
    for (let round = -1; round < rounds; round++)
      for (const isIndexed of round % 2 ? [true, false] : [false, true]) {
        const ms = await written(installation, isIndexed)
        if (round >= 0) (isIndexed ? withIndex : without).push(ms)
      }
  } finally {
    await setTriggers(installation, true)
  }
  const mean = (samples: number[]) => samples.reduce((sum, ms) => sum + ms, 0) / samples.length
  // The mean and not the median: every so often one of them moves what was put off into the index.
  const added = (mean(withIndex) - mean(without)) / LINES
  const perLine = await pipelineMsOfLine()
  return [
    { name: `writing ${LINES} lines, with the index`, unit: 'ms', samples: withIndex },
    { name: `writing ${LINES} lines, without`, unit: 'ms', samples: without },
    { name: 'pipeline, a line', unit: 'ms', samples: [perLine] },
    {
      name: 'added by indexing to the time of the pipeline',
      unit: '%',
      samples: [(added / perLine) * 100],
      bar: { atMost: MOST_ADDED },
    },
  ]
}

async function setTriggers({ database }: SearchInstallation, isOn: boolean): Promise<void> {
  await database.query(`alter table utterance ${isOn ? 'enable' : 'disable'} trigger user`)
}

async function written(installation: SearchInstallation, isIndexed: boolean): Promise<number> {
  const { database } = installation
  const id = 'us-00000000-0000-4000-a000-000000000000'
  await database.query(
    `insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, language, enable_ensemble,
        sharder, trainable_shard_percent, status, started_at)
      values ($1, 'Written', 'host', 'host@example.com', '1', 'site', 'upload', 'us', 'en-US', true, 'vadmarker', 0, 'CallEnded', now())`,
    [id],
  )
  const { rows: lines } = await database.query(
    `select text, words, start_ms as "startMs", end_ms as "endMs" from utterance
      where meeting_id = any(array(select id from meeting where source = 'upload' and id <> $1 order by id limit 2))
      order by meeting_id, start_ms limit ${LINES}`,
    [id],
  )
  const given = JSON.stringify(lines)
  await setTriggers(installation, isIndexed)
  const began = performance.now()
  await database.query(
    `insert into utterance (id, meeting_id, start_ms, end_ms, text, words, csis, speaker_ids, speaker_segments, transcript_type,
        language_code)
      select gen_random_uuid()::text, $1, "startMs", "endMs", text, words, '[1]', '["1"]', '[]', 'final', 'en-US'
      from jsonb_to_recordset($2::jsonb) as line (text text, words jsonb, "startMs" bigint, "endMs" bigint)`,
    [id, given],
  )
  const ms = performance.now() - began
  await setTriggers(installation, true)
  await database.query('delete from meeting where id = $1', [id])
  return ms
}

/** A recording through the whole pipeline, by the engines that are installed. */
async function pipelineMsOfLine(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-bench-sound-'))
  const path = await sampleRecording(folder, 60)
  const server = await BenchServer.start()
  const speech = createSpeech({ processes: 1, threads: 1 })
  const worker = await createWorkerApp(loadConfig(server.workerEnv(), folder), createLog('error'), {
    speech: nutcrackerTools(speech.nutcracker, speech.diarizer),
  })
  try {
    const began = performance.now()
    const meeting = await server.settled((await server.enqueue(path)).id)
    if (meeting.status !== 'CallEnded') throw new Error(meeting.error ?? 'the meeting failed')
    const ms = performance.now() - began
    const { rows } = await server.app.database.pool.query<{ lines: number }>(
      'select count(*)::int as lines from utterance where meeting_id = $1',
      [meeting.id],
    )
    return ms / rows[0]!.lines
  } finally {
    await worker.close()
    await speech.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
