/**
 * Questions to the logs of one meeting, and of one day, among ten million entries in turn with the same among few, each
 * with a server of its own; how fast entries are written beside a bare COPY into the same table with its indexes.
 */
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testPrincipal as operator } from '@livetap/server/testing'
import { BenchServer } from './lib/bench-server'
import { readBy } from './lib/query-plans'
import { isToy, type Measure, option, report } from './lib/report'

const DAY_MS = 86_400_000
const DAYS = 30
const FEW = isToy ? 3_000 : 10_000
const MANY = Number(option('entries') ?? (isToy ? 60_000 : 10_000_000))
const WRITTEN = isToy ? 5_000 : 50_000
const ASKED = isToy ? 5 : 25
const PER_MEETING = 100
/** A plan that goes through a day by its time looks at thousands of entries that are not asked for. */
const IN_VAIN = 100

/** A server, and a connection to its database for statements that take longer than a server may. */
async function startServer() {
  const server = await BenchServer.start()
  const loader = await server.app.database.pool.connect()
  await loader.query(
    "set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB'",
  )
  return {
    app: server.app,
    query: (text: string) => loader.query({ text, query_timeout: 600_000 } as never),
    async close() {
      loader.release(true)
      await server.close()
    },
  }
}
type FilledServer = Awaited<ReturnType<typeof startServer>>

const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
const firstDay = today - DAYS * DAY_MS

/** A day's share of `count` entries: meetings of 100 entries each; every entry has words, a few a rare one. */
const rows = (day: number, count: number) => `
  select 'meeting-' || meeting as meeting,
    case when n % 4 = 0 then 'metric-of-the-bench' else 'other-' || n % 20 end as metric, 'wrapi' as service,
    'pod-' || n % 8 as pod,
    to_timestamp(${(firstDay + day * DAY_MS) / 1000} + meeting / ${DAYS} * 7919 % 85000 + n) as time,
    case when n % 50 = 0 then 'ERROR' else 'INFO' end as severity,
    'final utterances number ' || meeting * ${PER_MEETING} + n || case when (meeting * ${PER_MEETING} + n) % 20011 = 7 then ' quokka' else '' end as message,
    jsonb_build_object('count', 1, 'engine', 'engine-' || n % 5) as fields
  from generate_series(${day}, ${count / PER_MEETING - 1}, ${DAYS}) as meeting, generate_series(0, ${PER_MEETING - 1}) as n`

/**
 * The days that a server of thirty days has, with `count` entries in all. Each is filled first and indexed when it is
 * attached, which takes a fraction of the time of filling one that is.
 */
async function fill({ query }: FilledServer, count: number): Promise<void> {
  const text = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  for (let day = 0; day < DAYS; day++) {
    const at = firstDay + day * DAY_MS
    const name = `log_event_${text(at).replaceAll('-', '')}`
    await query(`drop table if exists ${name}`)
    await query(`create table ${name} (like log_event including defaults including constraints)`)
    await query(
      `insert into ${name} (meeting, metric, service, pod, time, severity, message, fields) ${rows(day, count)}`,
    )
    await query(
      `alter table log_event attach partition ${name} for values from ('${text(at)} 00:00Z') to ('${text(at + DAY_MS)} 00:00Z')`,
    )
  }
  await query('vacuum analyze log_event')
  await query('checkpoint')
}

const range = { from: new Date(firstDay), to: new Date() }
const meeting = 'meeting-7'
const seventh = firstDay + 7 * DAY_MS
const day = { from: new Date(seventh), to: new Date(seventh + DAY_MS - 1), limit: 200 }

const week = { from: new Date(seventh), to: new Date(seventh + 7 * DAY_MS - 1) }

const questions: Record<string, (of: FilledServer['app']['diagnostics']['service']) => Promise<unknown>> = {
  'statistics of one meeting': of =>
    of.stats({ meeting, metric: 'metric-of-the-bench', ...range }, undefined),
  'statistics of one meeting in one week': of =>
    of.stats({ meeting, metric: 'metric-of-the-bench', ...week }, undefined),
  'explorer, one meeting of one day': of => of.search(operator, { meeting, ...day }),
  'explorer, a word of one day': of => of.search(operator, { text: 'quokka', ...day }),
}
type Answered = Record<string, number[]>

/** In turn, so that a slow moment of the machine meets all alike; the first turn warms up. */
async function ask(servers: readonly FilledServer[]): Promise<Answered[]> {
  const answered: Answered[] = servers.map(() => ({}))
  for (const [name, question] of Object.entries(questions))
    for (let turn = 0; turn <= ASKED; turn++)
      for (const [at, { app }] of servers.entries()) {
        const started = performance.now()
        await question(app.diagnostics.service)
        const tookMs = performance.now() - started
        if (turn === 0) answered[at]![name] = []
        else answered[at]![name]!.push(tookMs)
      }
  return answered
}

/** Rows per second of the store and of COPY, in turns. */
async function writing({ app, query }: FilledServer): Promise<{ ours: number[]; bare: number[] }> {
  const file = join(tmpdir(), `livetap-bench-logs-${process.pid}.csv`)
  const ours: number[] = []
  const bare: number[] = []
  const entries = Array.from({ length: WRITTEN }, (_, n) => ({
    meeting: `written-${n % 100}`,
    metric: 'metric-of-the-bench',
    service: 'wrapi',
    pod: 'pod-1',
    time: new Date(),
    severity: 'INFO' as const,
    message: `final utterances number ${n}`,
    fields: { count: 1, engine: `engine-${n % 5}` },
  }))
  const columns = '(meeting, metric, service, pod, time, severity, message, fields)'
  for (let turn = 0; turn < (isToy ? 1 : 5); turn++) {
    let started = performance.now()
    for (let at = 0; at < entries.length; at += 500)
      await app.events.store.insertLogs(entries.slice(at, at + 500))
    ours.push(WRITTEN / ((performance.now() - started) / 1000))
    await query(
      `copy (select meeting, metric, service, pod, now(), severity, message, fields from log_event where meeting like 'written-%' limit ${WRITTEN}) to '${file}'`,
    )
    started = performance.now()
    await query(`copy log_event ${columns} from '${file}'`)
    bare.push(WRITTEN / ((performance.now() - started) / 1000))
  }
  await rm(file, { force: true })
  return { ours, bare }
}

const small = await startServer()
const large = await startServer()
await fill(small, FEW)
await fill(large, MANY)
const [few, many] = (await ask([small, large])) as [Answered, Answered]
const plans: [string, Awaited<ReturnType<typeof readBy>>][] = []
for (const [name, question] of Object.entries(questions))
  plans.push([name, await readBy(large.app.database.pool, () => question(large.app.diagnostics.service))])
const { ours, bare } = await writing(large)
await small.close()
await large.close()

/** Days that a question spans: what lies outside is not looked at. */
const spans: Record<string, number> = {
  'statistics of one meeting': DAYS + 1,
  'statistics of one meeting in one week': 7,
}
report('logs', [
  ...Object.keys(questions).flatMap((name): Measure[] => [
    { name: `${name}, among ${FEW}`, unit: 'ms', samples: few[name]! },
    { name: `${name}, among ${MANY}`, unit: 'ms', samples: many[name]! },
    {
      name: `${name}, many over few`,
      unit: 'times',
      samples: many[name]!.map((ms, turn) => ms / few[name]![turn]!),
      bar: { atMost: name.startsWith('statistics') ? 3 : 5 },
    },
  ]),
  ...plans.flatMap(([name, { partitions, unindexed, unused }]): Measure[] => [
    {
      name: `${name}, partitions read`,
      unit: '',
      samples: [partitions],
      bar: { atMost: spans[name] ?? 1 },
    },
    { name: `${name}, entries read without an index`, unit: '', samples: [unindexed], bar: { atMost: 0 } },
    { name: `${name}, entries read in vain`, unit: '', samples: [unused], bar: { atMost: IN_VAIN } },
  ]),
  { name: 'written by the store', unit: 'rows/s', samples: ours },
  { name: 'written by COPY', unit: 'rows/s', samples: bare },
  {
    name: 'store over COPY',
    unit: 'times',
    samples: ours.map((value, turn) => value / bare[turn]!),
    bar: { atLeast: 0.5 },
  },
])
