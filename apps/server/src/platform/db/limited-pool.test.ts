import { expect, inject, onTestFinished, test } from 'vitest'
import { CuttingProxy } from '../../testing/cutting-proxy'
import { createLog } from '../log/log'
import { isOutage } from '../outage'
import { defaultDatabaseLimits, limitedPool } from './limited-pool'

const log = createLog('silent')

/** Far apart, and far from what a busy machine needs for a query. */
const limits = { statementMs: 500, answerMs: 2_000, connectMs: 3_000 }

/** A pool on the far side of a network that can be frozen. */
async function poolBehindProxy() {
  const server = new URL(inject('databaseServerUrl'))
  const proxy = await CuttingProxy.start(server.href)
  server.port = String(proxy.port)
  const limited = limitedPool(server.href, limits, log)
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

test('of two transactions that wait for each other one fails, and may be asked again', async () => {
  const { pool, cut } = limitedPool(inject('databaseServerUrl'), defaultDatabaseLimits, log)
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
