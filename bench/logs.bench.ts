/**
 * Questions to the logs of one meeting, and of one day, among few entries and among ten million; how fast entries are
 * written beside a bare COPY into the same table with its indexes.
 */
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BenchServer } from './lib/bench-server'
import { isToy, median, report } from './lib/report'

const DAY_MS = 86_400_000
const DAYS = 30
const FEW = isToy ? 2_000 : 10_000
const MANY = isToy ? 50_000 : 10_000_000
const WRITTEN = isToy ? 5_000 : 50_000
const ASKED = isToy ? 5 : 25
const PER_MEETING = 100

const server = await BenchServer.start()
const { database, events, diagnostics } = server.app
const query = (text: string) => database.pool.query(text)
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS

/** The days that a server of thirty days has. */
async function makeDays(): Promise<void> {
  for (let back = 1; back <= DAYS; back++) {
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const at = today - back * DAY_MS
    const name = `log_event_${day(at).replaceAll('-', '')}`
    await query(
      `create table if not exists ${name} partition of log_event for values from ('${day(at)} 00:00Z') to ('${day(at + DAY_MS)} 00:00Z')`,
    )
  }
}

/** Meetings of 100 entries over the days before today; every entry has words, every hundred-thousandth a rare one. */
const rows = (from: number, to: number) => `
  select 'meeting-' || n / ${PER_MEETING} as meeting,
    case when n % 4 = 0 then 'metric-of-the-bench' else 'other-' || n % 20 end as metric, 'wrapi' as service,
    'pod-' || n % 8 as pod,
    to_timestamp(${(today - DAYS * DAY_MS) / 1000} + (n / ${PER_MEETING} * 7919 % ${DAYS * 86_400 - 600}) + n % ${PER_MEETING}) as time,
    case when n % 500 = 0 then 'ERROR' else 'INFO' end as severity,
    'final utterances number ' || n || case when n % 100003 = 7 then ' quokka' else '' end as message,
    jsonb_build_object('count', 1, 'engine', 'engine-' || n % 5) as fields
  from generate_series(${from}, ${to - 1}) as n`

async function fill(from: number, to: number): Promise<void> {
  const step = 250_000
  for (let at = from; at < to; at += step)
    await database.pool.query({
      text: `insert into log_event (meeting, metric, service, pod, time, severity, message, fields) ${rows(at, Math.min(to, at + step))}`,
      query_timeout: 600_000,
    } as never)
  await query('analyze log_event')
}

const range = { from: new Date(today - DAYS * DAY_MS), to: new Date() }
const meeting = 'meeting-7'
const dayOf7 =
  Math.floor((today - DAYS * DAY_MS + ((7 * 7919) % (DAYS * 86_400 - 600)) * 1000) / DAY_MS) * DAY_MS
const day = { from: new Date(dayOf7), to: new Date(dayOf7 + DAY_MS - 1), limit: 200 }

const questions: Record<string, () => Promise<unknown>> = {
  'statistics of one meeting': () =>
    diagnostics.service.stats({ meeting, metric: 'metric-of-the-bench', ...range }, undefined),
  'explorer, one meeting of one day': () => diagnostics.service.search({ meeting, ...day }),
  'explorer, a word of one day': () => diagnostics.service.search({ text: 'quokka', ...day }),
}

async function measure(): Promise<Record<string, number[]>> {
  const measured: Record<string, number[]> = {}
  for (const [name, ask] of Object.entries(questions)) {
    await ask()
    measured[name] = []
    for (let turn = 0; turn < ASKED; turn++) {
      const started = performance.now()
      await ask()
      measured[name].push(performance.now() - started)
    }
  }
  return measured
}

/** Rows per second of the store and of COPY, in turns. */
async function writing(): Promise<{ ours: number[]; bare: number[] }> {
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
      await events.store.insertLogs(entries.slice(at, at + 500))
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

await makeDays()
await fill(0, FEW)
const few = await measure()
await fill(FEW, MANY)
const many = await measure()
const { ours, bare } = await writing()
await server.close()

const bars: Record<string, number> = { 'statistics of one meeting': 3 }
report('logs', [
  ...Object.keys(questions).flatMap(name => [
    { name: `${name}, among ${FEW}`, unit: 'ms', samples: few[name]! },
    { name: `${name}, among ${MANY}`, unit: 'ms', samples: many[name]! },
    {
      name: `${name}, many over few`,
      unit: 'times',
      samples: [median(many[name]!) / median(few[name]!)],
      bar: { atMost: bars[name] ?? 5 },
    },
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
