/** What an entry in the audit log costs a change: the same call over HTTP at a server that keeps entries and at one that keeps none, in turns. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renameMeeting } from '@livetap/contract/calls/meetings'
import { createHighlight } from '@livetap/contract/calls/transcripts'
import { createApp, createLog, loadConfig } from '@livetap/server'
import { ApiClient } from '@livetap/session'
import { newMeeting } from './lib/bench-server'
import { isToy, median, report } from './lib/report'

const TURNS = isToy ? 3 : 25
const CALLS = isToy ? 10 : 40
const AT_MOST = 1.5

const folder = await mkdtemp(join(tmpdir(), 'livetap-bench-'))
const user = {
  kind: 'account' as const,
  role: 'operator' as const,
  userId: 'bench',
  userName: 'bench@localhost',
  emails: [],
  sessionId: 's',
  tokenExpiresAt: Number.MAX_SAFE_INTEGER,
}
const authenticator = { authenticate: async () => user, principalOf: async () => user }

async function start(
  name: string,
  overrides: Pick<NonNullable<Parameters<typeof createApp>[2]>, 'audit'>,
  url?: string,
) {
  const env = {
    PORT: '0',
    LIVETAP_DATA: join(folder, name),
    LIVETAP_SAMPLES: 'off',
    LIVETAP_ROLE: 'gateway',
    LIVETAP_SECRET: 'a secret of the bench',
    DATABASE_URL: url,
  }
  const limits = { requestsPerMinute: 1e9 }
  const app = await createApp(loadConfig(env, folder), createLog('error'), {
    authenticator,
    limits,
    ...overrides,
  })
  await app.listen()
  const origin = `http://127.0.0.1:${app.config.port}`
  return { app, api: new ApiClient({ origin, token: () => 'bench' }) }
}

const kept = await start('kept', {})
const none = await start('none', { audit: undefined }, kept.app.database.url)
const { id } = await kept.app.meetings.service.create({
  ...newMeeting,
  status: 'CallEnded',
  startedAt: new Date(),
})

let n = 0
const calls = {
  'rename a meeting': (api: ApiClient) =>
    api.send(renameMeeting, { params: { id }, body: { title: `title ${n++}` } }),
  'make a highlight': (api: ApiClient) =>
    api.send(createHighlight, {
      params: { id },
      body: {
        meeting_id: id,
        timestamp: 0,
        highlight_id: `h${n++}`,
        highlight: {
          text: 'x',
          start_millis: 0,
          end_millis: 1,
          trigger_info: { type: 'manual', trigger_by: 'bench' },
        },
      },
    }),
}

async function turn(api: ApiClient, call: (api: ApiClient) => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let at = 0; at < CALLS; at++) {
    const from = performance.now()
    await call(api)
    took.push(performance.now() - from)
  }
  return median(took)
}

const measures = []
for (const [name, call] of Object.entries(calls)) {
  const withEntry: number[] = []
  const without: number[] = []
  for (let pair = -1; pair < TURNS; pair++) {
    const first = pair % 2 === 0
    if (first) withEntry.push(await turn(kept.api, call))
    without.push(await turn(none.api, call))
    if (!first) withEntry.push(await turn(kept.api, call))
  }
  measures.push(
    { name: `${name}, with its entry`, unit: 'ms', samples: withEntry.slice(1) } as const,
    { name: `${name}, without`, unit: 'ms', samples: without.slice(1) } as const,
    {
      name: `${name}, with over without`,
      unit: 'times',
      samples: withEntry.slice(1).map((ms, at) => ms / without[at + 1]!),
      bar: { atMost: AT_MOST },
    } as const,
  )
}
await none.app.close()
await kept.app.close()
await rm(folder, { recursive: true, force: true })
report('audit', measures)
