/**
 * A server for the load bench, bundled and in a process of its own: embedded database or the one of DATABASE_URL, a
 * scripted engine, anyone may sign in. It says how much memory and processor it has used when it is asked.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, createLog, loadConfig } from '@livetap/server'
import { postmasterPid } from '@livetap/server/testing'
import { EngineRegistry } from '@livetap/speech'
import { ScriptedEngine } from '@livetap/speech/testing'
import { newMeeting } from '../bench-server'
import { serveUsage } from './usage'

const userOf = async (token: string) => ({
  kind: 'account' as const,
  role: 'operator' as const,
  userId: token,
  userName: `${token}@localhost`,
  emails: [`${token}@localhost`],
  sessionId: token,
  tokenExpiresAt: Date.now() + 86_400_000,
})
const anyUser = { authenticate: userOf, principalOf: userOf }

const script = {
  segments: [{ text: 'we ship the second release on Friday after lunch', startMs: 200, endMs: 1700 }],
  repeatEveryMs: 2000,
}

const folder = await mkdtemp(join(tmpdir(), 'livetap-bench-load-'))
await chmod(folder, 0o755)
const env = {
  ...process.env,
  PORT: '0',
  LIVETAP_DATA: join(folder, 'data'),
  LIVETAP_SAMPLES: 'off',
  LIVETAP_ROLE: 'gateway',
  // Nodes of one installation share it.
  LIVETAP_SECRET: 'a secret of the bench alone',
}
const app = await createApp(loadConfig(env, folder), createLog('error'), {
  authenticator: anyUser,
  engines: new EngineRegistry([new ScriptedEngine(script)]),
  limits: { requestsPerMinute: 1e9, connections: { total: 8_000, perAddress: 8_000 } },
})
/** What an installation has after some weeks: meetings with their text, and the log of a day. */
async function seed(meetings: number, utterances: number, logEntries: number): Promise<string[]> {
  const ids: string[] = []
  const text = 'so the second release goes out on Friday after lunch if the tests pass'
  const words = text.split(' ')
  for (let at = 0; at < meetings; at++) {
    const startedAt = new Date(Date.now() - at * 3_600_000)
    const { id } = await app.meetings.service.create({
      ...newMeeting,
      startedAt,
      status: 'CallEnded',
      stage: '',
    })
    ids.push(id)
    await app.transcripts.utterances.replaceAll(
      id,
      Array.from({ length: utterances }, (_, line) => ({
        id: `${id}-${line}`,
        startMs: line * 5_000,
        endMs: line * 5_000 + 4_200,
        text,
        words: words.map((word, index) => ({
          text: word,
          startMs: line * 5_000 + index * 300,
          endMs: line * 5_000 + index * 300 + 280,
          confidence: 0.9,
        })),
        csis: [1],
        speakerIds: [String(1 + (line % 3))],
        speakerSegments: [{ speakerId: String(1 + (line % 3)), text }],
        transcriptType: 'final' as const,
        languageCode: 'en-US',
        confidence: 0.9,
        timesEstimated: false,
      })),
    )
  }
  await app.database.pool.query(
    `insert into log_event (meeting, metric, service, pod, time, severity, message, fields)
      select ($1::text[])[1 + n % $2], 'final-transcript-sent', 'wrapi', 'pod-1', now() - n * interval '20 milliseconds',
        case when n % 50 = 0 then 'ERROR' else 'INFO' end, 'final utterances number ' || n, '{"count": 1}'
      from generate_series(1, $3::int) as n`,
    [ids, ids.length, logEntries],
  )
  await app.database.pool.query('analyze')
  return ids
}

await app.listen()
const { SEEDED } = process.env
const [meetings = 0, utterances = 0, logEntries = 0] = (SEEDED ?? '').split(',').map(Number)
const ids = SEEDED ? await seed(meetings, utterances, logEntries) : []
serveUsage(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
process.send?.({
  origin: app.origin,
  ids,
  databaseUrl: app.database.url,
  storage: app.config.storage.kind === 'folder' ? app.config.storage.folder : '',
  postmaster: process.env.DATABASE_URL ? undefined : postmasterPid(join(folder, 'data')),
})
