import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../platform/log/log'
import { Metrics } from '../../platform/metrics/metrics'
import { type TestDatabase, testDatabase } from '../../testing/database/test-database'
import { LedgerSeal } from '../events'
import { AuditJobs } from './audit.jobs'
import { AuditStore } from './audit.store'
import { AuditChainsStore } from './audit-chains.store'
import { AuditCheckStore } from './audit-check.store'
import { AuditClock } from './audit-clock'
import { AuditLog } from './audit-log'
import { AuditQueryStore } from './audit-query.store'
import { chainOf } from './audit-row'

const seal = new LedgerSeal('a secret of the tests', 'audit log')
const ann = { id: 'u1', name: 'ann@example.com' }

/** One node of an installation. */
async function node(database: TestDatabase, pod: string, { refusalsMs }: { refusalsMs?: number } = {}) {
  const store = new AuditStore(database.kysely)
  const chains = new AuditChainsStore(database.kysely, { seal })
  const clock = new AuditClock(() => store.now())
  await clock.sync()
  const log = createLog('silent')
  const jobs = new AuditJobs({ chains, clock, pod, config: { auditDays: 400 }, log })
  const metrics = new Metrics()
  const onEntry = () => jobs.expect()
  const auditLog = new AuditLog({
    store,
    seal,
    clock,
    pod,
    log,
    metrics,
    onEntry,
    refusalsMs,
  })
  onTestFinished(async () => {
    await auditLog.close()
    metrics.close()
  })
  const chain = chainOf(await store.now(), pod)
  return { store, chains, clock, jobs, auditLog, chain }
}

const query = (database: TestDatabase) => new AuditQueryStore(database.kysely)
const entriesOf = async (database: TestDatabase, filter: object = {}) =>
  (await query(database).page({ limit: 100, ...filter })).map(({ entry }) => entry)

async function breaksOf(database: TestDatabase) {
  const check = new AuditCheckStore(database.kysely, { seal })
  const breaks = (await check.registry()).map(({ number, problem }) => `chain ${number}: ${problem}`)
  for (const chain of await check.chains())
    for (const { number, problem } of (await check.verify(chain)).breaks) breaks.push(`${number}: ${problem}`)
  return breaks
}

test('an entry is there if its change is, and neither where the transaction fails', async () => {
  const database = await testDatabase()
  const { auditLog } = await node(database, 'p1')
  const change = (isKept: boolean) =>
    database.kysely.transaction().execute(async tx => {
      await tx
        .insertInto('used_ticket')
        .values({ id: `t-${isKept}`, expires_at: new Date() })
        .execute()
      await auditLog.record({ actor: ann, action: 'meeting.delete', target: 'm1' }, tx)
      if (!isKept) throw new Error('undone')
    })
  await change(true)
  await expect(change(false)).rejects.toThrow('undone')
  const { rows } = await database.pool.query(
    'select (select count(*)::int from audit_entry) as entries, (select xmin from audit_entry)::text = (select xmin from used_ticket)::text as together',
  )
  expect(rows).toEqual([{ entries: 1, together: true }])
})

test('changes of one node do not wait for each other, and numbers have no gap', async () => {
  const database = await testDatabase()
  const { auditLog, chains, chain } = await node(database, 'p1')
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const slow = database.kysely.transaction().execute(async tx => {
    await auditLog.record({ actor: ann, action: 'meeting.rename', target: 'slow' }, tx)
    await held
  })
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      database.kysely.transaction().execute(async tx => {
        await auditLog.record({ actor: ann, action: 'meeting.rename', target: `m${n}` }, tx)
        if (n % 4 === 3) throw new Error('undone')
      }),
    ).map(one => one.catch(() => undefined)),
  )
  expect(await chains.link(chain)).toBe(9)
  release()
  await slow
  expect(await chains.link(chain)).toBe(1)
  const { rows } = await database.pool.query('select number from audit_entry order by number')
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 10 }, (_, n) => n + 1))
  expect(await breaksOf(database)).toEqual([])
})

const tampering: [what: string, sql: string, found: string[]][] = [
  ['another result', `update audit_entry set result = 'refused' where number = 3`, ['3: altered']],
  ['another actor', `update audit_entry set actor = 'u2' where number = 2`, ['2: altered']],
  ['another time', `update audit_entry set at = at - interval '1 hour' where number = 2`, ['2: altered']],
  ['a changed field', `update audit_entry set fields = '{"n": 9}' where number = 4`, ['4: altered']],
  [
    'another name',
    `update audit_person set value = 'eve@example.com' where field = 'actor_name' and entry = (select id from audit_entry where number = 4)`,
    ['4: name of "actor_name" altered'],
  ],
  ['a deleted entry', 'delete from audit_entry where number = 3', ['3: removed']],
  [
    'reordered entries',
    `update audit_entry set number = 99 where number = 2; update audit_entry set number = 2 where number = 3;
     update audit_entry set number = 3 where number = 99`,
    ['2: altered', '3: altered', '4: altered'],
  ],
  [
    'an inserted entry',
    `insert into audit_entry (at, chain, actor, action, target, result, fields, people, seal)
     select at, chain, actor, action, 'forged', result, fields, people, 'x' || seal from audit_entry
     where number = 1 and chain like '%/p1'`,
    ['0: an event meeting.open is not part of the chain'],
  ],
  [
    'an entry once more',
    `drop index audit_entry_seal; insert into audit_entry (at, chain, actor, action, target, result, fields, people, seal)
     select at, chain, actor, action, target, result, fields, people, seal from audit_entry where number = 5`,
    ['0: another entry once more'],
  ],
  ['a cut tail', 'delete from audit_entry where number > 3', ['4: removed', '5: removed']],
  [
    'a cut tail with a head to match',
    `delete from audit_entry where number > 3;
     update audit_chain set number = 3, hash = (select hash from audit_entry where number = 3) where serial = 1`,
    ['0: its head was altered'],
  ],
  [
    'a chain that was removed whole',
    `delete from audit_entry where chain like '%/p1'; delete from audit_chain where chain like '%/p1'`,
    ['chain 1: removed'],
  ],
  [
    'chains that were removed to the last',
    'delete from audit_entry; delete from audit_chain where serial > 0',
    ['chain 1: removed', 'chain 2: removed'],
  ],
]

test('what was altered, deleted, inserted, reordered or cut is found where it happened', async () => {
  const database = await testDatabase()
  const { pool } = database
  for (const pod of ['p1', 'p2']) {
    const { auditLog, chains, chain } = await node(database, pod)
    for (const n of pod === 'p1' ? [1, 2, 3, 4, 5] : [1])
      await auditLog.record({
        actor: ann,
        action: 'meeting.open',
        target: 'm1',
        address: '10.0.0.1',
        fields: { n },
      })
    await chains.link(chain)
  }
  const tables = ['audit_entry', 'audit_person', 'audit_chain']
  for (const table of tables) await pool.query(`create table ${table}_copy as table ${table}`)
  expect(await breaksOf(database)).toEqual([])
  for (const [what, sql, found] of tampering) {
    await pool.query(sql)
    expect(await breaksOf(database), what).toEqual(found)
    for (const table of tables)
      await pool.query(
        `delete from ${table}; insert into ${table} ${table === 'audit_entry' ? 'overriding system value' : ''} table ${table}_copy`,
      )
  }
  expect(await breaksOf(database)).toEqual([])
})

test('what a killed node left is linked by another, and what was put in meanwhile is not', async () => {
  const database = await testDatabase()
  const killed = await node(database, 'killed')
  await killed.auditLog.record({ actor: ann, action: 'node.drain', target: 'n1' })
  await database.pool.query(`insert into audit_entry (at, chain, actor, action, target, result, fields, people, seal)
    select at, chain, 'u2', action, target, result, fields, people, 'x' || seal from audit_entry`)
  const other = await node(database, 'other')
  expect(await other.chains.waiting()).toEqual([killed.chain])
  expect(await other.chains.link(killed.chain)).toBe(1)
  expect(await breaksOf(database)).toEqual(['0: an event node.drain is not part of the chain'])
})

test('a node links its own entries a moment after their commit', async () => {
  const database = await testDatabase()
  const { auditLog, jobs, chains } = await node(database, 'p1')
  await auditLog.record({ actor: ann, action: 'meeting.rename', target: 'm1' })
  await jobs.once()
  expect(await chains.waiting()).toEqual([])
  expect(await breaksOf(database)).toEqual([])
})

test('a clock of the node that is set back moves no entry', async () => {
  const database = await testDatabase()
  const { auditLog, clock } = await node(database, 'p1')
  const real = Date.now
  onTestFinished(() => {
    Date.now = real
  })
  Date.now = () => real() - 86_400_000
  await auditLog.record({ actor: ann, action: 'meeting.rename', target: 'm1' })
  const { rows } = await database.pool.query(
    `select abs(extract(epoch from now() - at)) < 60 as near from audit_entry`,
  )
  expect(rows).toEqual([{ near: true }])
  expect(clock.now().getTime()).toBeGreaterThan(Date.now() + 80_000_000)
})

test('a person is erased with the addresses of their calls, and the chains stay valid', async () => {
  const database = await testDatabase()
  const { auditLog, store, chains, chain } = await node(database, 'p1')
  await auditLog.record({ actor: ann, action: 'meeting.open', target: 'm1', address: '10.0.0.1' })
  await auditLog.record({
    actor: { id: 'u2', name: 'bob@example.com' },
    action: 'meeting.open',
    target: 'm1',
    address: '10.0.0.1',
  })
  await chains.link(chain)
  expect(await store.erasePerson('ann@example.com')).toBe(1)
  expect((await entriesOf(database)).map(({ actor, address }) => [actor, address])).toEqual([
    ['bob@example.com', '10.0.0.1'],
    ['erased', 'erased'],
  ])
  expect(await breaksOf(database)).toEqual([])
})

test('reads are one entry for each person, target and ten minutes, on two nodes too; refusals are counted', async () => {
  const database = await testDatabase()
  const nodes = [await node(database, 'p1'), await node(database, 'p2')]
  for (const { auditLog } of nodes) {
    for (let n = 0; n < 3; n++) auditLog.read({ actor: ann, action: 'meeting.play', target: 'm1' })
    auditLog.read({ actor: ann, action: 'meeting.play', target: 'm2' })
  }
  for (let n = 0; n < 6; n++)
    nodes[0]!.auditLog.refused({ actor: ann, action: 'meeting.delete', target: 'm1', result: 'refused' })
  for (const { auditLog } of nodes) await auditLog.close()
  const entries = await entriesOf(database)
  expect(
    entries
      .filter(({ action }) => action === 'meeting.play')
      .map(({ target }) => target)
      .sort(),
  ).toEqual(['m1', 'm2'])
  const refused = entries.filter(({ result }) => result === 'refused')
  expect(refused.map(({ fields }) => fields.count)).toEqual(expect.arrayContaining([undefined, 5]))
  expect(refused).toHaveLength(2)
})

test('days past their retention go whole and leave sealed tombstones', async () => {
  const database = await testDatabase()
  const { auditLog, chains, chain } = await node(database, 'p1')
  for (const target of ['m1', 'm2']) await auditLog.record({ actor: ann, action: 'meeting.open', target })
  const day = chain.split('/')[1]!
  expect(await chains.expire(day, 'test')).toBe(0)
  await chains.link(chain)
  expect(await chains.expire('9999-01-01', 'test')).toBe(1)
  expect(await entriesOf(database)).toEqual([])
  expect((await database.pool.query('select 1 from audit_person')).rowCount).toBe(0)
  expect(await breaksOf(database)).toEqual([])
  await database.pool.query('update audit_chain set number = 1 where serial = 1')
  expect(await breaksOf(database)).toEqual(['0: its tombstone was altered'])
})

test('pages go by what they are sorted by, and filters by their indexes', async () => {
  const database = await testDatabase()
  const { auditLog } = await node(database, 'p1')
  for (let n = 0; n < 5; n++)
    await auditLog.record({
      actor: n % 2 ? ann : { id: 'u2', name: 'bob@example.com' },
      action: 'meeting.open',
      target: `m${n}`,
    })
  const first = await query(database).page({ limit: 2 })
  const second = await query(database).page({ limit: 10, after: first.at(-1)!.cursor })
  expect([...first, ...second].map(({ entry }) => entry.target)).toEqual(['m4', 'm3', 'm2', 'm1', 'm0'])
  expect((await entriesOf(database, { actor: 'ann@example.com' })).map(({ target }) => target)).toEqual([
    'm3',
    'm1',
  ])
  expect((await entriesOf(database, { actor: 'u2', target: 'm2' })).map(({ target }) => target)).toEqual([
    'm2',
  ])
  expect(await entriesOf(database, { result: 'failed' })).toEqual([])
})
