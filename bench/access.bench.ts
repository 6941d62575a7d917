/**
 * What the policy costs: lists and the opening of a meeting over HTTP by each role, as a ratio to the same question where no
 * one is asked and nothing is hidden, in turns. 100,000 meetings, 1,000 accounts, 20 shares each.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Role, roles } from '@livetap/contract'
import { getMeeting, recentMeetings } from '@livetap/contract/calls/meetings'
import { createApp, createLog, loadConfig } from '@livetap/server'
import { ConsoleClient } from '@livetap/server/testing'
import { ApiClient } from '@livetap/session'
import { statementsOf } from './lib/query-plans'
import { isToy, type Measure, quantile, report } from './lib/report'

const MEETINGS = isToy ? 2_000 : 100_000
const ACCOUNTS = isToy ? 50 : 1_000
const SHARES = 20
const PART = 5_000
const ROUNDS = isToy ? 3 : 9
const CALLS = isToy ? 5 : 24
const AT_MOST = 1.1
/** The account that asks, one of all. */
const ASKING = 7

const folder = await mkdtemp(join(tmpdir(), 'livetap-bench-'))
const admin = { email: 'admin@example.com', password: 'a password of the bench' }
const env = {
  PORT: '0',
  LIVETAP_DATA: join(folder, 'data'),
  LIVETAP_SAMPLES: 'off',
  LIVETAP_ROLE: 'gateway',
  LIVETAP_ADMIN_EMAIL: admin.email,
  LIVETAP_ADMIN_PASSWORD: admin.password,
}
const app = await createApp(loadConfig(env, folder), createLog('error'), {
  limits: { requestsPerMinute: 1e9 },
})
await app.listen()
const { pool } = app.database
const origin = `http://127.0.0.1:${app.config.port}`
const { access_token } = await new ConsoleClient(origin).signIn(admin.email, admin.password)
const api = new ApiClient({ origin, token: () => access_token })

/** Undefined: without a policy. */
let asking: Role | undefined
// Its token and its session are checked for real at each call: both sides of the ratio pay for that.
const { authenticator } = app.signOn
app.signOn.authenticator = {
  authenticate: async token => {
    const principal = await authenticator.authenticate(token)
    return (
      principal && {
        ...principal,
        role: asking ?? 'admin',
        userId: `user-${ASKING}`,
        emails: [`user-${ASKING}@example.com`],
      }
    )
  },
}
// Without a policy no one is asked, a list has no condition (as an admin's has none), and no row says what one may do.
const { service } = app.access
const [assertMay, rightsOf] = [service.assertMay.bind(service), service.rightsOf.bind(service)]
const nothing = { actions: [], meeting: undefined }
service.assertMay = async (...given) => (asking ? await assertMay(...given) : nothing)
service.rightsOf = principal => (asking ? rightsOf(principal) : () => nothing.actions)

// The words of titles are not what is measured, and are slow to find in so many.
await pool.query('alter table meeting disable trigger user')
// In parts: a statement has a time limit.
for (let from = 1; from <= MEETINGS; from += PART)
  await pool.query(
    `insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, enable_ensemble, sharder,
        trainable_shard_percent, status, started_at, ended_at, created_at, duration_ms, restricted)
      select 'm' || n, 'Meeting ' || n, 'user-' || n % $3, 'user-' || n % $3 || '@example.com', '1', 'site', 'upload', 'us', true,
        'vadmarker', case when n % 3 = 0 then 100 else 0 end, 'CallEnded', at, at + interval '1 hour', at, 3600000, n % 100 = 0
      from generate_series($1::int, $2::int) n, lateral (select now() - n * interval '1 minute' as at) t`,
    [from, Math.min(from + PART - 1, MEETINGS), ACCOUNTS],
  )
await pool.query(
  `insert into meeting_share (meeting_id, user_id, email, grants, created_by)
    select distinct on (account, meeting) 'm' || meeting, 'user-' || account, 'user-' || account || '@example.com', 'view', 'bench'
    from generate_series(0, $1::int - 1) account, generate_series(1, $2::int) share,
      lateral (select 1 + (account * 7919 + share * 104729) % $3::int as meeting) m`,
  [ACCOUNTS, SHARES, MEETINGS],
)
await pool.query('alter table meeting enable trigger user')
await pool.query('vacuum analyze')

/** Shared with the account: each role may open it. */
const { rows } = await pool.query<{ id: string }>(
  `select meeting_id as id from meeting_share join meeting on meeting.id = meeting_id
    where user_id = $1 and not restricted limit 1`,
  [`user-${ASKING}`],
)
const id = rows[0]!.id
/** What a list is narrowed by where there is no policy. */
type Whose = { host?: 'me' }
const calls: Record<string, (whose: Whose) => Promise<unknown>> = {
  'the list of the newest': whose => api.call(recentMeetings, { query: { recent: 20, ...whose } }),
  'a search in the list': whose =>
    api.call(recentMeetings, { query: { recent: 20, find: 'Meeting 1', ...whose } }),
  'the first page of the library, with its facets': whose =>
    api.call(recentMeetings, { query: { limit: 50, sort: '-start', ...whose } }),
  'opening a meeting': () => api.call(getMeeting, { params: { id } }),
}

/**
 * The same question without a policy. Of those who see all, or a part by a mark of the meeting, it is of all meetings; of those
 * who see their own it says whose they are, since nothing else does.
 */
const questionOf = (role: Role): Whose => (role === 'host' || role === 'viewer' ? { host: 'me' } : {})

/** What both took in one block: call by call, in turns, so that other load strikes both; and of each the quicker quarter. */
async function block(role: Role, call: (whose: Whose) => Promise<unknown>) {
  const took: Record<'with' | 'without', number[]> = { with: [], without: [] }
  for (let at = 0; at < CALLS * 2; at++) {
    // With, without, without, with, and so on.
    const side = ((at + 1) >> 1) % 2 === 0 ? 'with' : 'without'
    asking = side === 'with' ? role : undefined
    const from = performance.now()
    await call(asking ? {} : questionOf(role))
    took[side].push(performance.now() - from)
  }
  return { with: quantile(took.with, 0.25), without: quantile(took.without, 0.25) }
}

const measures: Measure[] = []
for (const [name, call] of Object.entries(calls))
  for (const role of roles) {
    const blocks: Awaited<ReturnType<typeof block>>[] = []
    for (let round = -1; round < ROUNDS; round++) blocks.push(await block(role, call))
    blocks.shift()
    measures.push(
      { name: `${name}, ${role}`, unit: 'ms', samples: blocks.map(one => one.with) },
      { name: `${name}, without a policy`, unit: 'ms', samples: blocks.map(one => one.without) },
      {
        name: `${name}, ${role} over without`,
        unit: 'times',
        samples: blocks.map(one => one.with / one.without),
        bar: { atMost: AT_MOST },
      },
    )
  }

for (const [name, call] of Object.entries(calls))
  for (const role of roles) {
    asking = role
    const statements = await statementsOf(pool, () => call({}), 'meeting')
    for (const { text, values } of statements) {
      const { rows: lines } = await pool.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off) ${text}`,
        values,
      )
      console.log(`\n-- ${name}, ${role}\n${lines.map(line => line['QUERY PLAN']).join('\n')}`)
    }
  }

await app.close()
await rm(folder, { recursive: true, force: true })
report('access', measures)
