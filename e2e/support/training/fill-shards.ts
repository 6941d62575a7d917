const PER_MEETING = 100
/** Shards of one second. */
export const PER_SECOND = 10
export const FIRST_SECOND = 1_700_000_000
/** Inserted at once. */
const STEP = 5_000
const WORD_MS = 500
const PEAK_MS = 20

/** Three to forty words, so that cards differ in height. */
const samples = Array.from({ length: 38 }, (_, at) => {
  const words = Array.from({ length: at + 3 }, (_, word) => `word${(at * 7 + word) % 97}`)
  const lengthMs = words.length * WORD_MS
  const peaks = Array.from({ length: (lengthMs / PEAK_MS) * 2 }, (_, step) =>
    Math.round((step % 2 ? 90 : -90) * Math.abs(Math.sin(step / 37 + at))),
  )
  return { text: words.join(' '), lengthMs, peaks: { step_millis: PEAK_MS, peaks } }
})

export const shardIdOf = (region: string, n: number): string => region + String(n).padStart(8, '0')

interface Client {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/**
 * Trainable shards without sound, made by the database itself: ten of each second; one of a hundred is of a site of
 * its own, and every tenth was corrected.
 */
export async function fillShards(client: Client, region: string, count: number): Promise<void> {
  await client.query(
    `insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, enable_ensemble,
       sharder, trainable_shard_percent, status, started_at)
     select $1 || '-' || n, 'Bench', 'u', 'u@example.com', '1', 'wide', 'upload', $1, true, 'vadmarker', 100,
       'CallEnded', now()
     from generate_series(0, $2::int) as n`,
    [region, Math.ceil(count / PER_MEETING)],
  )
  for (let at = 0; at < count; at += STEP)
    await client.query(
      `insert into shard (id, meeting_id, storage_key, start_offset_ms, end_offset_ms, csi, speaker_ids, transcript, words,
         transcript_type, language_code, language_inferred, region, site_name, source, created_second, version, human_text,
         human_by, human_at, human_source, peaks, confidence)
       select $1 || lpad(n::text, 8, '0'), $1 || '-' || n / ${PER_MEETING}, 'meetings/x/shards/' || n || '.flac',
         n % ${PER_MEETING} * 30000, n % ${PER_MEETING} * 30000 + (sample ->> 'lengthMs')::int, 1, '["1"]',
         sample ->> 'text', '[]', 'final', 'en-US', false, $1, case when n % 100 = 0 then 'rare' else 'wide' end, 'upload',
         ${FIRST_SECOND} + n / ${PER_SECOND}, (n % 10 = 0)::int,
         case when n % 10 = 0 then sample ->> 'text' end, case when n % 10 = 0 then 'u@example.com' end,
         case when n % 10 = 0 then now() end, case when n % 10 = 0 then 'trainer' end, sample -> 'peaks',
         case when n % 5 > 0 then n * 37 % 1000 end
       from generate_series($2::int, $3::int - 1) as n, lateral (select ($4::jsonb[])[1 + n * 13 % ${samples.length}] as sample) as one`,
      [region, at, Math.min(count, at + STEP), samples.map(sample => JSON.stringify(sample))],
    )
  await client.query('analyze shard')
}
