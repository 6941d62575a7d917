import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { CuttingProxy } from '../../testing/cutting-proxy'
import { createLog } from '../log/log'
import { isOutage } from '../outage'
import { defaultDatabaseLimits, limitedPool } from './limited-pool'

const log = createLog('silent')

/** Far apart, and far from what a busy machine needs for a query. */
const limits = { statementMs: 500, answerMs: 2_000, connectMs: 3_000 }

/** With limits of the session, and with those of each transaction that connections through a pooler have. */
describe.each([false, true])('where a pooler shares sessions: %s', sharesSessions => {
  /** A pool on the far side of a network that can be frozen. */
  async function poolBehindProxy() {
    const server = new URL(inject('databaseServerUrl'))
    const proxy = await CuttingProxy.start(server.href)
    server.port = String(proxy.port)
    const limited = limitedPool({ url: server.href, sharesSessions }, limits, log)
    onTestFinished(async () => {
      limited.cut()
      await proxy.stop()
    })
    return { ...limited, proxy }
  }

  test('a database that falls silent fails the call in time, its rollback at once, and is used again when it is back', async () => {
    const { pool, proxy } = await poolBehindProxy()
    const client = await pool.connect()
    await client.query('begin')
    proxy.freeze()
    const silent = await client.query('select 1').catch(error => error)
    expect(isOutage(silent)).toBe(true)
    const since = Date.now()
    const rollback = await client.query('rollback').catch(error => error)
    expect(isOutage(rollback)).toBe(true)
    expect(Date.now() - since).toBeLessThan(limits.answerMs)
    client.release()
    expect(isOutage(await pool.query('select 1').catch(error => error))).toBe(true)
    proxy.thaw()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a statement that takes too long is cancelled by the database, and the connection stays', async () => {
    const { pool } = await poolBehindProxy()
    const slow = await pool.query('select pg_sleep(60)').catch(error => error)
    expect(slow).toMatchObject({ code: '57014' })
    expect(isOutage(slow)).toBe(true)
  })

  test('a limit holds in a transaction too, from its first statement on', async () => {
    const { pool } = await poolBehindProxy()
    const client = await pool.connect()
    await client.query('start transaction isolation level repeatable read')
    expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '500ms' }])
    await client.query('savepoint inner_work')
    const slow = await client.query('select pg_sleep($1)', [60]).catch(error => error)
    expect(slow).toMatchObject({ code: '57014' })
    await client.query('rollback to inner_work')
    expect((await client.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }])
    await client.query('rollback')
    client.release()
  })

  test('answers and errors of single statements are their own', async () => {
    const { pool } = await poolBehindProxy()
    const { command, rowCount, rows, fields } = await pool.query('select $1::int as one, 2 as two', [1])
    expect({ command, rowCount, rows }).toEqual({
      command: 'SELECT',
      rowCount: 1,
      rows: [{ one: 1, two: 2 }],
    })
    expect(fields.map(({ name }) => name)).toEqual(['one', 'two'])
    expect((await pool.query('select 1 where false')).rows).toEqual([])
    expect(await pool.query('select broken').catch(error => error)).toMatchObject({ code: '42703' })
    const client = await pool.connect()
    expect((await client.query('begin')).command).toBe('BEGIN')
    await client.query('create temp table kept_until_commit (n int) on commit drop')
    expect((await client.query('insert into kept_until_commit values (1), (2)')).rowCount).toBe(2)
    expect((await client.query('commit')).command).toBe('COMMIT')
    client.release()
  })

  test('cut fails what waits, and what comes after it', async () => {
    const { pool, cut, proxy } = await poolBehindProxy()
    const client = await pool.connect()
    proxy.freeze()
    const waiting = client.query('select 1').catch(error => error)
    const since = Date.now()
    cut()
    expect(isOutage(await waiting)).toBe(true)
    expect(Date.now() - since).toBeLessThan(limits.answerMs)
    client.release()
    expect(isOutage(await pool.query('select 1').catch(error => error))).toBe(true)
  })
})

test('of two transactions that wait for each other one fails, and may be asked again', async () => {
  const { pool, cut } = limitedPool(
    { url: inject('databaseServerUrl'), sharesSessions: false },
    defaultDatabaseLimits,
    log,
  )
  onTestFinished(cut)
  const [one, other] = await Promise.all([pool.connect(), pool.connect()])
  const lock = 'select pg_advisory_xact_lock($1)'
  for (const [client, key] of [
    [one, 7_001],
    [other, 7_002],
  ] as const) {
    await client.query('begin')
    await client.query(lock, [key])
  }
  const failures = await Promise.all(
    [one.query(lock, [7_002]), other.query(lock, [7_001])].map(waiting =>
      waiting.then(
        () => undefined,
        (error: Error) => error,
      ),
    ),
  )
  const [deadlock, ...more] = failures.filter(error => error !== undefined)
  expect(more).toEqual([])
  expect(deadlock).toMatchObject({ code: '40P01' })
  expect(isOutage(deadlock)).toBe(true)
})
