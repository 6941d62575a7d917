import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/test-database'
import { LedgerStore } from './ledger.store'
import { LedgerSeal } from './ledger-hash'

const secret = 'a secret of the tests'
const at = (second: number) => new Date(Date.parse('2026-03-04T05:06:07.000Z') + second * 1000)
const event = (meeting: string, n: number, fields: object = {}) => ({
  meeting,
  name: `event_${n}`,
  time: at(n),
  fields: { timestamp: at(n).toISOString(), n, ...fields },
})

async function ledgerOfFive() {
  const { kysely, pool } = await testDatabase()
  const ledger = new LedgerStore(kysely, { seal: new LedgerSeal(secret) })
  for (const n of [1, 2, 3, 4, 5])
    await ledger.append([event('m1', n, { by: `ada${n}@example.com`, share: 0.1 + n })])
  const breaks = async () => (await ledger.verify('m1')).breaks
  const change = async (sql: string) => void (await pool.query(sql))
  expect(await breaks()).toEqual([])
  return { kysely, pool, ledger, breaks, change }
}

const tampering: [what: string, sql: string, found: object[]][] = [
  [
    'a changed field',
    `update ledger_event set fields = jsonb_set(fields, '{n}', '7') where number = 3`,
    [{ number: 3, problem: 'altered' }],
  ],
  [
    'a changed time',
    `update ledger_event set time = time + interval '1 hour' where number = 2`,
    [{ number: 2, problem: 'altered' }],
  ],
  [
    'another name',
    `update ledger_person set value = 'eve@example.com' where number = 4`,
    [{ number: 4, problem: 'name of "by" altered' }],
  ],
  ['a removed row', 'delete from ledger_event where number = 3', [{ number: 3, problem: 'removed' }]],
  ['a removed first row', 'delete from ledger_event where number = 1', [{ number: 1, problem: 'removed' }]],
  ['a removed last row', 'delete from ledger_event where number = 5', [{ number: 5, problem: 'removed' }]],
  [
    'a removed tail with a head to match',
    `delete from ledger_event where number > 3;
     update ledger_head set number = 3, hash = (select hash from ledger_event where number = 3)`,
    [{ number: 0, problem: 'its head was altered' }],
  ],
  ['a removed head', 'delete from ledger_head', [{ number: 0, problem: 'its head was removed' }]],
  [
    'a row put in by hand',
    `insert into ledger_event (meeting, name, time, fields) values ('m1', 'forged', now(), '{}')`,
    [{ number: 0, problem: 'an event forged is not part of the chain' }],
  ],
]

test('LED-01 what was altered or removed is found where it happened, the last row too', async () => {
  const { pool, breaks } = await ledgerOfFive()
  for (const [what, sql, found] of tampering) {
    await pool.query(
      'create table event_copy as table ledger_event; create table head_copy as table ledger_head',
    )
    await pool.query('create table person_copy as table ledger_person')
    await pool.query(sql)
    expect(await breaks(), what).toEqual(found)
    await pool.query(`delete from ledger_event; delete from ledger_head; delete from ledger_person;
      insert into ledger_event overriding system value table event_copy; insert into ledger_head table head_copy;
      insert into ledger_person table person_copy; drop table event_copy, head_copy, person_copy`)
    expect(await breaks(), `${what}, undone`).toEqual([])
  }
})

test('LED-01 a field without a value is hashed as the database keeps it: not at all', async () => {
  const { ledger, breaks } = await ledgerOfFive()
  await ledger.append([event('m1', 6, { intent: undefined, inner: { left: undefined, right: 1 } })])
  expect(await breaks()).toEqual([])
})

test('another secret knows none of the heads', async () => {
  const { kysely } = await ledgerOfFive()
  const stranger = new LedgerStore(kysely, { seal: new LedgerSeal('another secret of the tests') })
  expect((await stranger.verify('m1')).breaks).toEqual([{ number: 0, problem: 'its head was altered' }])
})

test('a person is erased from the ledger, and the chain stays valid', async () => {
  const { ledger, breaks, pool } = await ledgerOfFive()
  expect(await ledger.erasePerson('ada2@example.com')).toBe(1)
  expect((await ledger.of('m1')).map(({ fields }) => (fields as { by: string }).by)).toEqual([
    'ada1@example.com',
    'erased',
    'ada3@example.com',
    'ada4@example.com',
    'ada5@example.com',
  ])
  expect(await breaks()).toEqual([])
  const { rows } = await pool.query("select 1 from ledger_event where fields::text like '%ada%'")
  expect(rows).toEqual([])
})

test('writers at the same time leave no gap and no fork; a transaction that is undone leaves nothing', async () => {
  const { kysely, ledger } = await ledgerOfFive()
  const writers = Array.from({ length: 8 }, (_, n) =>
    ledger.append([event('m2', n), event('m1', 10 + n), event('m2', 100 + n)]),
  )
  const undone = kysely.transaction().execute(async tx => {
    await ledger.within(tx).append([event('m1', 99)])
    throw new Error('undone')
  })
  await Promise.all([...writers, expect(undone).rejects.toThrow('undone')])
  expect(await ledger.verify('m1')).toEqual({ meeting: 'm1', events: 13, breaks: [] })
  expect(await ledger.verify('m2')).toEqual({ meeting: 'm2', events: 16, breaks: [] })
  expect((await ledger.of('m2')).map(({ number }) => number!).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 16 }, (_, n) => n + 1),
  )
})

test('rows of before are numbered in the order of time, before anything follows them', async () => {
  const { kysely, pool } = await testDatabase()
  const ledger = new LedgerStore(kysely, { seal: new LedgerSeal(secret) })
  for (const meeting of ['old-1', 'old-2'])
    for (const second of [3, 1, 2])
      await pool.query('insert into ledger_event (meeting, name, time, fields) values ($1, $2, $3, $4)', [
        meeting,
        `event_${second}`,
        at(second),
        { by: 'ada', second },
      ])
  await ledger.append([event('old-1', 9)])
  expect(await ledger.chainOld()).toBe(1)
  expect(await ledger.chainOld()).toBe(0)
  for (const meeting of ['old-1', 'old-2']) expect((await ledger.verify(meeting)).breaks).toEqual([])
  expect((await ledger.of('old-1')).map(({ number, name }) => [number, name])).toEqual([
    [1, 'event_1'],
    [2, 'event_2'],
    [3, 'event_3'],
    [4, 'event_9'],
  ])
  expect((await ledger.of('old-2'))[0]!.fields).toEqual({ by: 'ada', second: 1 })
})

test('an expired ledger goes whole and leaves a sealed tombstone', async () => {
  const { ledger, pool, change } = await ledgerOfFive()
  await change(
    `insert into deleted_meeting (id, source, region, site_name, started_at, deleted_by, deleted_at)
     values ('m1', 'livetap', 'us', 'site', now(), 'ada', now() - interval '10 days')`,
  )
  const before = (days: number) => new Date(Date.now() - days * 86_400_000)
  expect(await ledger.expire(before(11), 'test')).toBe(0)
  expect(await ledger.expire(before(9), 'test')).toBe(1)
  expect(await ledger.of('m1')).toEqual([])
  expect((await pool.query('select 1 from ledger_person')).rowCount).toBe(0)
  expect(await ledger.tombstoneOf('m1')).toMatchObject({ number: 5, reason: 'test', isGenuine: true })
  await change('update ledger_tombstone set number = 4')
  expect(await ledger.tombstoneOf('m1')).toMatchObject({ isGenuine: false })
})
