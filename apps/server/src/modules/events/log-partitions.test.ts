import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../platform/db/migrate'
import { migrations } from '../../platform/db/migrations'
import { createLog } from '../../platform/log/log'
import { emptyDatabase, testDatabase } from '../../testing/database/test-database'
import { EventsStore } from './events.store'
import { LedgerStore } from './ledger/ledger.store'
import { LedgerSeal } from './ledger/ledger-hash'
import { LogPartitionsStore } from './log-partitions.store'

const DAY_MS = 86_400_000

const entry = (message: string, time: Date) => ({
  meeting: 'm1',
  metric: 'some-metric',
  service: 'wrapi',
  pod: 'pod-1',
  time,
  severity: 'INFO' as const,
  message,
  fields: {},
})

test('days are made ahead, and a day past its retention goes whole; an entry of an old time goes by when it was recorded', async () => {
  const { kysely, pool } = await testDatabase()
  const partitions = new LogPartitionsStore(kysely)
  const store = new EventsStore(kysely, {
    ledger: new LedgerStore(kysely, { seal: new LedgerSeal('a secret of the tests') }),
    pod: 'pod-1',
  })
  const now = Date.now()
  const messages = async () => (await store.logsOf('m1')).map(({ message }) => message)
  const places = async () =>
    Object.fromEntries(
      (
        await pool.query(
          "select message, tableoid::regclass::text as place from log_event where meeting = 'm1'",
        )
      ).rows.map(row => [row.message, row.place]),
    )
  const nameOf = (time: number) =>
    `log_event_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`

  const inFourDays = now + 4 * DAY_MS
  await store.insertLogs([
    entry('of an old recording', new Date('2019-01-02T03:04:05Z')),
    entry('now', new Date(now)),
    entry('in four days', new Date(inFourDays)),
  ])
  expect(await places()).toEqual({
    'of an old recording': 'log_event_default',
    now: nameOf(now),
    'in four days': 'log_event_default',
  })

  // Four days later the same moment has its own partition, and what waited for it lies there.
  const { made } = await partitions.maintain(30, inFourDays)
  expect(made).toContain(nameOf(inFourDays))
  expect((await places())['in four days']).toBe(nameOf(inFourDays))
  expect(await partitions.maintain(30, inFourDays)).toEqual({ made: [], dropped: [], deleted: 0 })

  const { dropped, deleted } = await partitions.maintain(30, now + 31 * DAY_MS)
  expect(dropped).toEqual([nameOf(now)])
  expect(deleted).toBe(1)
  expect(await messages()).toEqual(['in four days'])
})

test('nodes that keep the partitions at the same moment do not get in each other’s way', async () => {
  const { kysely } = await testDatabase()
  const later = Date.now() + 10 * DAY_MS
  const kept = await Promise.all([1, 2, 3].map(() => new LogPartitionsStore(kysely).maintain(30, later)))
  expect(kept.map(({ made }) => made.length).sort()).toEqual([0, 0, 3])
})

test('entries of before keep their ids and texts, and new ones go on from them', async () => {
  const { url, drop } = await emptyDatabase()
  const client = new pg.Client({ connectionString: url })
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  const log = createLog('silent')
  await migrate(
    url,
    migrations.slice(
      0,
      migrations.findIndex(({ id }) => id === '0060-log-partitions'),
    ),
    log,
  )
  await client.connect()
  const old = `insert into log_event (meeting, metric, service, pod, time, severity, message, fields)
    values ('m1', 'a', 'wrapi', 'p', $1, 'ERROR', $2, '{"n": 1}')`
  await client.query(old, ['2019-01-02T03:04:05Z', 'old'])
  await client.query(old, [new Date(Date.now() - DAY_MS), 'yesterday'])
  await migrate(url, migrations, log)
  const { rows } = await client.query(
    'select id, message, severity, fields, tableoid::regclass::text as place from log_event order by id',
  )
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  const common = { severity: 'ERROR', fields: { n: 1 } }
  expect(rows).toEqual([
    { id: '1', message: 'old', place: 'log_event_default', ...common },
    { id: '2', message: 'yesterday', place: `log_event_${yesterday}`, ...common },
  ])
  await client.query(old, [new Date(), 'new'])
  expect((await client.query("select id from log_event where message = 'new'")).rows).toEqual([{ id: '3' }])
})
