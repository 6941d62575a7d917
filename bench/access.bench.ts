/**
 * What the policy costs: lists and the opening of a meeting over HTTP by each role, as a ratio to the same question where no
 * one is asked and nothing is hidden. 100,000 meetings, 1,000 accounts, 20 shares each. Both sides take turns call by call; what
 * is judged is the median of the ratios of pairs, of the CPU time that server, database and client used. The database is filled once and kept in `~/.cache/livetap/access`
 * (`LIVETAP_ACCESS`). `--only=opening` measures what has these words in its name, `--plans` prints plans and measures nothing.
 */
import { type Role, roles } from '@livetap/contract'
import { getMeeting, recentMeetings } from '@livetap/contract/calls/meetings'
import { ASKING, userOf } from './lib/access/fill'
import { AccessInstallation } from './lib/access/installation'
import { cpuClock } from './lib/cpu-clock'
import { inPairs, medianWithin, ratiosOf } from './lib/paired'
import { statementsOf } from './lib/query-plans'
import { isToy, type Measure, option, report } from './lib/report'

const SIZES = isToy
  ? { meetings: 2_000, accounts: 50, shares: 20 }
  : { meetings: 100_000, accounts: 1_000, shares: 20 }
const PAIRS = isToy
  ? { atLeast: 3, atMost: 5, seconds: 1 }
  : { atLeast: 11, atMost: 200, seconds: Number(option('seconds') ?? 5) }
const AT_MOST = 1.1
const only = option('only')

const installation = await AccessInstallation.open(SIZES)
const { api, database, pool } = installation
const cpuMs = await cpuClock(database)

/** Shared with the account: each role may open it. */
const { rows } = await database.query<{ id: string }>(
  `select meeting_id as id from meeting_share join meeting on meeting.id = meeting_id
    where user_id = $1 and not restricted order by 1 limit 1`,
  [userOf(ASKING)],
)
const id = rows[0]!.id

/** How a list is narrowed: without a policy, to as many rows as the role sees. */
type Narrowed = { from?: string }
interface Question {
  call(narrowed: Narrowed): Promise<unknown>
  /** Its cost goes with all that it finds, and not with the rows that it answers. */
  isOfAll?: boolean
}
const questions: Record<string, Question> = {
  'the list of the newest': {
    call: () => api.call(recentMeetings, { query: { recent: 20 } }),
  },
  'a search in the list': {
    call: () => api.call(recentMeetings, { query: { recent: 20, find: 'weekly' } }),
  },
  'the second page of the library': {
    call: () => api.call(recentMeetings, { query: { limit: 50, sort: '-start', cursor } }),
  },
  'the first page of the library, with its facets': {
    call: narrowed => api.call(recentMeetings, { query: { limit: 50, sort: '-start', ...narrowed } }),
    isOfAll: true,
  },
  'opening a meeting': {
    call: () => api.call(getMeeting, { params: { id } }),
  },
}
// In front of every meeting: of a page that is not the first nothing is counted.
const cursor = Buffer.from(JSON.stringify(['-start', Date.UTC(2031, 0) * 1000, ''])).toString('base64url')

/** The beginning of the newest meetings, as many as the role may know of. */
async function asManyAs(role: Role): Promise<Narrowed> {
  if (role === 'admin') return {}
  const user = userOf(ASKING)
  const seen = {
    operator: 'not meeting.restricted or near',
    trainer: 'not meeting.restricted and meeting.trainable_shard_percent > 0 or near',
    host: 'near',
    viewer: 'near',
  }[role]
  const found = await database.query<{ from: Date }>(
    `with seen as (
      select count(*) as count from (select *, (meeting.host_user_id = $1
        or id in (select meeting_id from meeting_share left join team_member using (team_id)
          where $1 in (meeting_share.user_id, team_member.user_id))
        or not restricted and (id in (select meeting_id from live_stream where user_id = $1)
          or team_id in (select team_id from team_member where user_id = $1))) as near from meeting) meeting
      where ${seen})
    select started_at as from from meeting order by started_at desc offset (select count - 1 from seen) limit 1`,
    [user],
  )
  return { from: found.rows[0]!.from.toISOString() }
}

async function measuresOf(name: string, question: Question, role: Role): Promise<Measure[]> {
  const narrowed = question.isOfAll ? await asManyAs(role) : {}
  const pairs = await inPairs(
    () => {
      installation.asking = role
      return question.call({})
    },
    () => {
      installation.asking = undefined
      return question.call(narrowed)
    },
    cpuMs,
    PAIRS,
  )
  const ratios = ratiosOf(pairs)
  const [low, high] = medianWithin(ratios)
  return [
    { name: `${name}, ${role}, CPU`, unit: 'ms', samples: pairs.measured },
    { name: `${name}, without a policy, CPU`, unit: 'ms', samples: pairs.baseline },
    {
      name: `${name}, ${role} over without (median within ${low.toFixed(2)} to ${high.toFixed(2)})`,
      unit: 'times',
      samples: ratios,
      bar: { atMost: AT_MOST },
    },
  ]
}

async function printPlans(name: string, question: Question, role: Role): Promise<void> {
  installation.asking = role
  for (const { text, values } of await statementsOf(pool, () => question.call({}), 'meeting')) {
    const { rows: lines } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off) ${text}`,
      values,
    )
    console.log(`\n-- ${name}, ${role}\n${lines.map(line => line['QUERY PLAN']).join('\n')}`)
  }
}

const asked = Object.entries(questions).filter(([name]) => !only || name.includes(only))
const measures: Measure[] = []
if (!process.argv.includes('--plans'))
  for (const [name, question] of asked)
    for (const role of roles) measures.push(...(await measuresOf(name, question, role)))
for (const [name, question] of asked) for (const role of roles) await printPlans(name, question, role)

await installation.close()
if (measures.length > 0) report('access', measures, { isKept: only === undefined })
