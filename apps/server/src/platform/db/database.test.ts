import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-database'

test('a connection that breaks in the middle of a transaction fails that transaction and nothing else', async () => {
  const { kysely, pool } = await testDatabase()
  const broken = kysely.transaction().execute(async transaction => {
    const { pid } = (await transaction
      .selectNoFrom(({ fn }) => fn<number>('pg_backend_pid', []).as('pid'))
      .executeTakeFirstOrThrow()) as { pid: number }
    await pool.query('select pg_terminate_backend($1)', [pid])
    await expect
      .poll(async () => (await pool.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount)
      .toBe(0)
    await transaction.insertInto('used_ticket').values({ id: 'lost', expires_at: new Date() }).execute()
  })
  await expect(broken).rejects.toThrow()
  expect(await kysely.selectFrom('used_ticket').selectAll().execute()).toEqual([])
})
