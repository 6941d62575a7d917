import type { SearchInstallation } from './installation'
import type { Chapter } from './texts'

const LINES_OF_MEETING = 400
const MS_OF_WORD = 400
const BATCH = 2_000
const MEETINGS_AT_ONCE = 500
const HASTE = ['fsync = off', 'full_page_writes = off', 'synchronous_commit = off', "max_wal_size = '20GB'"]
const HOSTS = 50
const NAMES = 200

interface SourceLine {
  n: number
  text: string
  words: [string, number, number][]
  startMs: number
  endMs: number
  speaker: string
  title: string
}

/** The texts as meetings of so many lines, each said by the speaker of its paragraph. */
function sourceLines(chapters: readonly Chapter[]): SourceLine[] {
  const lines: SourceLine[] = []
  let at = 0
  let paragraphs = 0
  for (const { title, paragraphs: ofChapter } of chapters)
    for (const paragraph of ofChapter) {
      paragraphs += 1
      for (const text of paragraph.lines) {
        if (lines.length % LINES_OF_MEETING === 0) at = 0
        const words = text.split(' ').map((word, number): [string, number, number] => {
          const startMs = at + number * MS_OF_WORD
          return [word, startMs, startMs + MS_OF_WORD - 50]
        })
        const endMs = at + words.length * MS_OF_WORD
        lines.push({
          n: lines.length,
          text,
          words,
          startMs: at,
          endMs,
          speaker: String((paragraphs % 4) + 1),
          title,
        })
        at = endMs
      }
    }
  return lines.slice(0, lines.length - (lines.length % LINES_OF_MEETING))
}

/**
 * So many meetings, as if their lines had been written one after the other: the index is made of the same rows that the
 * triggers write, in one go. Meetings of the same lines differ in title, host, site, speakers, tags and day.
 */
export async function fillMeetings(
  { database, app }: SearchInstallation,
  chapters: readonly Chapter[],
  meetings: number,
): Promise<void> {
  const lines = sourceLines(chapters)
  const query = (text: string, values?: unknown[]) => database.query(text, values)
  const step = async (name: string, text: string, values?: unknown[]) => {
    const began = performance.now()
    const { rowCount } = await query(text, values)
    console.log(`${name}: ${rowCount ?? ''} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  // A run that is stopped is filled anew: nothing has to be safe on the disk before the end.
  for (const setting of HASTE) await query(`alter system set ${setting}`)
  await query(`select pg_reload_conf(); set statement_timeout = 0; set work_mem = '256MB';
    set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0`)
  await query(`create unlogged table bench_line (
    n int primary key, text text, words jsonb, start_ms bigint, end_ms bigint, speaker text, title text, vector tsvector)`)
  for (let from = 0; from < lines.length; from += BATCH)
    await query(
      `insert into bench_line
        select n, text, words, "startMs", "endMs", speaker, title, search_vector('en', text)
        from jsonb_to_recordset($1::jsonb) as line (
          n int, text text, words jsonb, "startMs" bigint, "endMs" bigint, speaker text, title text)`,
      [JSON.stringify(lines.slice(from, from + BATCH))],
    )
  await query('analyze bench_line')
  const blocks = lines.length / LINES_OF_MEETING
  await step(
    'meetings',
    `insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, language,
        enable_ensemble, sharder, trainable_shard_percent, status, started_at, ended_at, created_at, duration_ms, restricted)
      select meeting_id(m), initcap(title) || ' ' || m, 'host-' || m % ${HOSTS}, 'host-' || m % ${HOSTS} || '@example.com',
        (m % 5)::text, 'site-' || m % 5, 'upload', 'us', 'en-US', true, 'vadmarker', 0, 'CallEnded', at, at, at, 3600000,
        m % 100 = 0
      from generate_series(0, $1::int - 1) m join bench_line on n = (m % $2::int) * ${LINES_OF_MEETING},
        lateral (select now() - ((m::bigint * 7919) % 1000) * interval '1 day' - m * interval '1 second' as at) t`.replaceAll(
      'meeting_id(m)',
      MEETING_ID,
    ),
    [meetings, blocks],
  )
  await step(
    'speakers',
    `insert into speaker_name (meeting_id, speaker_id, name, renamed_by)
      select ${MEETING_ID}, s::text, 'Speaker Name ' || (m * 7 + s) % ${NAMES}, 'bench'
      from generate_series(0, $1::int - 1) m, generate_series(1, 3) s`,
    [meetings],
  )
  await step(
    'tags',
    `insert into meeting_tag (meeting_id, tag, added_by)
      select ${MEETING_ID}, 'tag-' || m % 10, 'bench' from generate_series(0, $1::int - 1) m`,
    [meetings],
  )
  const { rows: indexes } = await query(
    `select indexname as name, indexdef as made from pg_indexes
      where (tablename = 'search_row' and indexname not like '%_pkey') or indexname = 'utterance_meeting'`,
  )
  // What the triggers would write is written in one go, and the indexes after it.
  await query('set session_replication_role = replica')
  for (const { name } of indexes) await query(`drop index ${name}`)
  const ofMeetings = (from: string, to: string) => `from generate_series(${from}, ${to}) m
    join bench_line on n between (m % $2::int) * ${LINES_OF_MEETING} and (m % $2::int) * ${LINES_OF_MEETING} + ${LINES_OF_MEETING - 1}`
  for (let from = 0; from < meetings; from += MEETINGS_AT_ONCE) {
    const some = [from, blocks, Math.min(meetings, from + MEETINGS_AT_ONCE) - 1]
    await step(
      'lines',
      `insert into utterance (id, meeting_id, start_ms, end_ms, text, words, csis, speaker_ids, speaker_segments,
          transcript_type, language_code, confidence)
        select ${LINE_ID}, ${MEETING_ID}, start_ms, end_ms, text, words, '[1]', jsonb_build_array(speaker),
          jsonb_build_array(jsonb_build_object('speakerId', speaker, 'text', text)), 'final', 'en-US', 0.9
        ${ofMeetings('$1::int', '$3::int')}`,
      some,
    )
    await step(
      'rows of the index',
      `insert into search_row (id, kind, meeting_id, start_ms, language, speakers, vector)
        select ${LINE_ID}, 'line', ${MEETING_ID}, start_ms, 'en', array[speaker], vector ${ofMeetings('$1::int', '$3::int')}`,
      some,
    )
  }
  for (const { name, made } of indexes) await step(name, made)
  await query('set session_replication_role = origin')
  await query(`select search_languages(array['en'])`)
  await query(`insert into search_pending (row_id) select ${LINE_ID} ${ofMeetings('0', '$1::int - 1')}`, [
    Math.min(meetings, blocks),
    blocks,
  ])
  await query('drop table bench_line')
  for (;;) {
    const { rows } = await app.database.pool.query<{ left: number }>(
      'select count(*)::int as left from search_pending',
    )
    if (rows[0]!.left === 0) break
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  await step('vacuum', 'vacuum analyze')
  for (const setting of HASTE) await query(`alter system reset ${setting.split(' ')[0]}`)
  await query('select pg_reload_conf()')
  await step('checkpoint', 'checkpoint')
}

/** As long as ids of meetings and lines are, and in their order. */
const MEETING_ID = `'us-00000000-0000-4000-8000-' || lpad(m::text, 12, '0')`
const LINE_ID = `lpad(m::text, 8, '0') || '-0000-4000-8000-' || lpad(n::text, 12, '0')`

/** What is kept is what the triggers write today; throws otherwise. */
export async function checkIndex({ database, folder }: SearchInstallation): Promise<void> {
  const { rows } = await database.query<{ wrong: number; checked: number }>(
    `select count(*) filter (where vector is distinct from search_vector('en', text))::int as wrong, count(*)::int as checked
      from (select * from utterance order by id limit 1000) as line
      left join search_row on search_row.id = line.id`,
  )
  const { wrong, checked } = rows[0]!
  if (wrong > 0 || checked === 0)
    throw new Error(`${wrong} of ${checked} lines have another index today: remove ${folder}`)
}
