/**
 * The console's real mix of calls at rising rates, beside live meetings, recognition sockets and uploads. The server has
 * one core, the database and the clients the other. What a live meeting, a watcher and a socket cost; what the database
 * does for a call; one node against two. The bar is the mix at 200 calls a second with 2,000 idle watchers, in turn with
 * a bare server on the same core that reads the same answers ready-made from the same database.
 * `--part=calls|live|rates|nodes|watchers` measures one part.
 */

import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { searchLogs } from '@livetap/contract/calls/diagnostics'
import { getMeeting, meetingStatus, recentMeetings } from '@livetap/contract/calls/meetings'
import { getOverview } from '@livetap/contract/calls/overview'
import { getTranscript, listHighlights } from '@livetap/contract/calls/transcripts'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { ApiClient } from '@livetap/session'
import pg from 'pg'
import { bundle } from '../apps/server/build.mjs'
import { type Driven, type LoadCall, LoadDriver } from './lib/load/drive'
import { bareSockets, LiveSide } from './lib/load/live-side'
import { canPin, OTHER_CORE, PinnedProcess, pinTree, SERVER_CORE } from './lib/load/pinned-process'
import { cpuSecondsOf } from './lib/process-tree'
import { isToy, type Measure, option, quantile, report } from './lib/report'

const WATCHERS = Number(option('watchers') ?? (isToy ? 40 : 2_000))
const ROOMS = isToy ? 2 : 20
const RATES = isToy ? [20] : [25, 50, 100, 200, 400]
const BAR_RATE = isToy ? 20 : 200
const ROUNDS = isToy ? 1 : 8
const TURN_MS = isToy ? 1_000 : 5_000
const IDLE_MS = isToy ? 500 : 10_000
const SEEDED = isToy ? '5,10,1000' : '300,120,50000'
const UPLOAD_EVERY_MS = 1_000
const AT_MOST_BARE = 5
const MEMORY_BACK = 1.1
const TOKEN = 'bench'

interface Ready {
  origin: string
  ids: string[]
  databaseUrl: string
  storage: string
  postmaster: number
}

pinTree(process.pid, OTHER_CORE)
const built = fileURLToPath(new URL('./dist', import.meta.url))
const files = {
  'load-server': 'bench/lib/load/load-server.ts',
  'bare-server': 'bench/lib/load/bare-server.ts',
}
await bundle(files, built)
const node = await PinnedProcess.start<Ready>(`${built}/load-server.js`, SERVER_CORE, { SEEDED })
const { ids, databaseUrl: DATABASE_URL, storage, postmaster } = node.ready
pinTree(postmaster, OTHER_CORE)
const bare = await PinnedProcess.start(`${built}/bare-server.js`, SERVER_CORE, { DATABASE_URL })
const api = new ApiClient({ origin: node.origin, token: () => TOKEN })
const live = new LiveSide(api, node.origin)

/** What the screens ask for: the start page and the rail poll, a meeting is opened, its processing is watched, logs are searched. */
const of = (at: number) => ({ id: ids[at % ids.length]! })
const hour = () => ({ from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() })
const calls: LoadCall[] = [
  { name: 'list', weight: 25, path: pathOf(recentMeetings, {}, { recent: 100 }) },
  { name: 'overview', weight: 25, path: pathOf(getOverview) },
  { name: 'status', weight: 15, path: pathOf(meetingStatus, of(1)) },
  { name: 'meeting', weight: 10, path: pathOf(getMeeting, of(2)) },
  { name: 'transcript', weight: 8, path: pathOf(getTranscript, of(3), { enable_word_time_offsets: true }) },
  { name: 'highlights', weight: 8, path: pathOf(listHighlights, of(3)) },
  { name: 'logs', weight: 5, path: pathOf(searchLogs, {}, { ...hour(), text: '471', limit: 200 }) },
  // In every entry: no one asks for it, and it is the dearest question.
  { name: 'logs, a word of all', weight: 0, path: pathOf(searchLogs, {}, { ...hour(), text: 'utterances' }) },
  { name: 'logs of a meeting', weight: 4, path: pathOf(searchLogs, {}, { ...hour(), meeting: of(4).id }) },
]
const driver = new LoadDriver(calls, TOKEN)
await keepAnswers()

const measures: Measure[] = []
const one = (name: string, unit: 'ms' | 'ms/s', value: number) =>
  measures.push({ name, unit, samples: [value] })
const count = (name: string, unit: '' | 'kB' | 'MB' | '%', value: number, bar?: Measure['bar']) =>
  measures.push({ name, unit, samples: [value], bar })

// Each route and each plan once, for both.
await driver.atRate(node.origin, 20, isToy ? 500 : 3_000)
await driver.atRate(bare.origin, 20, isToy ? 500 : 3_000, true)

const part = option('part')
if (!part || part === 'calls') await costOfCalls()
if (!part || part === 'live' || part === 'rates') {
  const rooms = await costOfRooms()
  if (part !== 'live') await risingRates(rooms.ids)
  rooms.stopSpeaking()
  await sizes()
}
if (!part || part === 'nodes') await twoNodes()
if (!part || part === 'watchers') await watchersAndCalls(await live.meetings(ROOMS))

count('connections closed by the server', '', live.closedByServer, { atMost: 0 })
if (!canPin) console.log('nothing was pinned: taskset or a second core is missing')
live.close()
driver.close()
await bare.close()
await node.close()
// Other load on the machine lengthens times; the ratios are of turns beside each other.
console.log(`load of the machine: ${loadavg().map(value => value.toFixed(1))}`)
report('load', measures, { isKept: !part })

/** The bare server gives what the server gave. */
async function keepAnswers(): Promise<void> {
  await query('create table bare_answer (name text primary key, body text)')
  for (const { name, path } of calls) {
    const answer = await fetch(node.origin + path, { headers: { authorization: `Bearer ${TOKEN}` } })
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    const kept = [encodeURIComponent(name), await answer.text()]
    await query('insert into bare_answer values ($1, $2)', kept)
  }
}

async function query<T>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as T[]
  } finally {
    await client.end()
  }
}

async function cpuShare(work: () => Promise<unknown>) {
  const [before, databaseBefore, begunAt] = [await node.usage(), cpuSecondsOf(postmaster), performance.now()]
  await work()
  const [after, databaseAfter] = [await node.usage(), cpuSecondsOf(postmaster)]
  const seconds = (performance.now() - begunAt) / 1000
  return {
    server: (after.cpuSeconds - before.cpuSeconds) / seconds,
    database: (databaseAfter - databaseBefore) / seconds,
  }
}

/** Of processor time, which other load on the machine does not change as it changes how long a call takes. */
async function costOfCalls(): Promise<void> {
  const times = isToy ? 5 : 100
  const headers = { authorization: `Bearer ${TOKEN}` }
  for (const { name, path } of calls) {
    let seconds = 0
    const { server, database } = await cpuShare(async () => {
      const begunAt = performance.now()
      for (let at = 0; at < times; at++) await (await fetch(node.origin + path, { headers })).arrayBuffer()
      seconds = (performance.now() - begunAt) / 1000
    })
    one(`${name}: server's time`, 'ms', ((server * seconds) / times) * 1000)
    one(`${name}: database's time`, 'ms', ((database * seconds) / times) * 1000)
  }
}

/** Memory of a meeting with one client, and the processor's time of one that is spoken in. */
async function costOfRooms() {
  const before = await node.usage('collect')
  const ids = await live.meetings(ROOMS)
  const speakers = await live.join(ids, ROOMS)
  await sleep(IDLE_MS / 10)
  const open = await node.usage('collect')
  count('memory of a live meeting with one client', 'kB', (open.heapBytes - before.heapBytes) / ROOMS / 1024)
  const idle = await cpuShare(() => sleep(IDLE_MS))
  const stopSpeaking = live.speak(speakers)
  await sleep(IDLE_MS / 5)
  const written = await databaseWork()
  const begunAt = performance.now()
  const speaking = await cpuShare(() => sleep(IDLE_MS))
  const minutes = ((performance.now() - begunAt) / 60_000) * ROOMS
  const { commits, rows, walBytes } = await databaseWork()
  count('transactions of a minute with a speaker (30 finals)', '', (commits - written.commits) / minutes)
  count('rows written in a minute with a speaker', '', (rows - written.rows) / minutes)
  count('write-ahead log of a minute with a speaker', 'kB', (walBytes - written.walBytes) / minutes / 1024)
  one('processor time of an idle meeting', 'ms/s', (idle.server / ROOMS) * 1000)
  one('processor time of a meeting with a speaker', 'ms/s', (speaking.server / ROOMS) * 1000)
  one('database, of a meeting with a speaker', 'ms/s', (speaking.database / ROOMS) * 1000)
  return { ids, stopSpeaking }
}

/** What the database has done since it began. */
async function databaseWork() {
  const [found] = await query<{ commits: number; rows: number; wal: number }>(
    `select xact_commit::float8 as commits, (tup_inserted + tup_updated + tup_deleted)::float8 as rows,
      (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as wal
    from pg_stat_database where datname = current_database()`,
  )
  return { commits: found!.commits, rows: found!.rows, walBytes: found!.wal }
}

/** With their indexes. */
async function sizes(): Promise<void> {
  for (const [name, table] of [
    ['an utterance with 14 words', 'utterance'],
    ['a log entry', 'log_event'],
    ['an event of the ledger', 'ledger_event'],
    ['a message kept for clients that come back', 'live_event'],
  ] as const) {
    const [found] = await query<{ bytes: number; rows: number }>(
      // A table without partitions has no tree.
      `select coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}')),
          pg_total_relation_size('${table}'))::float8 as bytes,
        (select count(*) from ${table})::float8 as rows`,
    )
    count(`stored for ${name}`, 'kB', found!.bytes / Math.max(1, found!.rows) / 1024)
  }
}

/** With speakers, uploads and recognition sockets going on. */
async function risingRates(rooms: readonly string[]): Promise<void> {
  await live.join(rooms, rooms.length * 3)
  const stopRecognition = await live.recognize(isToy ? 1 : 5)
  const stopUploads = live.upload(UPLOAD_EVERY_MS, TOKEN)
  const share = await cpuShare(() => sleep(TURN_MS))
  count('without calls: server, of its core', '%', share.server * 100)
  for (const rate of RATES) {
    let driven: Driven | undefined
    const { server, database } = await cpuShare(async () => {
      driven = await driver.atRate(node.origin, rate, TURN_MS)
    })
    const { latenciesMs, errors, elapsedMs } = driven!
    const name = `${rate} calls/s`
    for (const [label, at] of [
      ['p50', 0.5],
      ['p95', 0.95],
      ['p99', 0.99],
    ] as const)
      one(`${name}: ${label}`, 'ms', quantile(latenciesMs, at))
    count(`${name}: errors`, '', errors, { atMost: 0 })
    count(`${name}: answered a second`, '', latenciesMs.length / (elapsedMs / 1000))
    count(`${name}: server, of its core`, '%', server * 100)
    count(`${name}: database, of a core`, '%', database * 100)
    one(`${name}: server's time for a call`, 'ms', ((server - share.server) / rate) * 1000)
    one(`${name}: database's time for a call`, 'ms', ((database - share.database) / rate) * 1000)
    // Further on every rate is the same: what it can do.
    if (elapsedMs > 2 * TURN_MS) break
  }
  const { uploads, errors } = await stopUploads()
  stopRecognition()
  count('uploads beside it', '', uploads)
  count('uploads that failed', '', errors, { atMost: 0 })
}

/** On two cores both times: the second node takes its share of the one that the database and the clients have. */
async function twoNodes(): Promise<void> {
  const env = { DATABASE_URL, LIVETAP_STORAGE: storage }
  const second = await PinnedProcess.start<Ready>(`${built}/load-server.js`, OTHER_CORE, env)
  await driver.saturate([second.origin], 4, TURN_MS / 2)
  const [alone, both]: [number[], number[]] = [[], []]
  for (let round = 0; round < (isToy ? 1 : 4); round++) {
    const perSecond = ({ latenciesMs, elapsedMs }: Driven) => latenciesMs.length / (elapsedMs / 1000)
    alone.push(perSecond(await driver.saturate([node.origin], 32, TURN_MS)))
    both.push(perSecond(await driver.saturate([node.origin, second.origin], 32, TURN_MS)))
  }
  await second.close()
  measures.push(
    { name: 'calls a second at most, one node', unit: '', samples: alone },
    { name: 'the same, two nodes on the same two cores', unit: '', samples: both },
    { name: 'two nodes over one', unit: 'x', samples: both.map((value, at) => value / alone[at]!) },
  )
}

async function watchersAndCalls(rooms: readonly string[]): Promise<void> {
  const before = await node.usage('collect')
  const bareBefore = await bare.usage('collect')
  const idleBefore = await cpuShare(() => sleep(IDLE_MS))
  const watchers = await live.join(rooms, WATCHERS)
  const closeBare = await bareSockets(bare.origin, WATCHERS)
  await sleep(IDLE_MS / 5)
  const [held, bareHeld] = [await node.usage('collect'), await bare.usage('collect')]
  const idle = await cpuShare(() => sleep(IDLE_MS))
  const perSocket = (bytes: number) => bytes / WATCHERS / 1024
  count('memory of a watcher', 'kB', perSocket(held.heapBytes - before.heapBytes))
  count('memory of a watcher, resident', 'kB', perSocket(held.rssBytes - before.rssBytes))
  count('memory of a bare socket', 'kB', perSocket(bareHeld.heapBytes - bareBefore.heapBytes))
  one('processor time of an idle watcher', 'ms/s', ((idle.server - idleBefore.server) / WATCHERS) * 1000)

  const ours: Driven[] = []
  const theirs: Driven[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const own = async () => ours.push(await driver.atRate(node.origin, BAR_RATE, TURN_MS))
    const bareTurn = async () => theirs.push(await driver.atRate(bare.origin, BAR_RATE, TURN_MS, true))
    for (const turn of round % 2 ? [own, bareTurn] : [bareTurn, own]) await turn()
  }
  const p99 = (driven: readonly Driven[]) => driven.map(({ latenciesMs }) => quantile(latenciesMs, 0.99))
  const errors = (driven: readonly Driven[]) => driven.reduce((sum, one) => sum + one.errors, 0)
  const [own, bareP99] = [p99(ours), p99(theirs)]
  const name = `${BAR_RATE} calls/s, ${WATCHERS} watchers`
  measures.push(
    { name: `${name}: p99`, unit: 'ms', samples: own },
    { name: `${name}: p99, bare`, unit: 'ms', samples: bareP99 },
    {
      name: `${name}: p99, times bare`,
      unit: 'x',
      samples: own.map((value, at) => value / bareP99[at]!),
      bar: { atMost: AT_MOST_BARE },
    },
  )
  count(`${name}: errors`, '', errors(ours), { atMost: 0 })
  count(`${name}: errors, bare`, '', errors(theirs), { atMost: 0 })

  await live.leave(watchers)
  closeBare()
  await sleep(IDLE_MS / 5)
  const after = await node.usage('collect')
  count('memory after the watchers left, of that before', '', after.heapBytes / before.heapBytes, {
    atMost: MEMORY_BACK,
  })
  count('resident memory after, of that before', '', after.rssBytes / before.rssBytes)
}
