import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-database'
import { LedgerSeal, LedgerStore } from '../events'
import { AuditStore } from './audit.store'
import { auditRow } from './audit-row'
import { runLedgerCommand } from './ledger-command'

const secret = 'a secret of the tests'
const at = (second: number) => new Date(Date.parse('2026-03-04T05:06:07.000Z') + second * 1000)

test('the command says valid, or names the row', async () => {
  const { pool, url, kysely } = await testDatabase()
  const output: string[] = []
  const run = (...args: string[]) =>
    runLedgerCommand(args, {
      env: { DATABASE_URL: url, LIVETAP_SECRET: secret },
      cwd: '/',
      write: text => void output.push(text),
      writeProblem: text => void output.push(text),
    })
  await new LedgerStore(kysely, { seal: new LedgerSeal(secret) }).append(
    [1, 2, 3].map(n => ({ meeting: 'm1', name: `event_${n}`, time: at(n), fields: { n, by: 'ada' } })),
  )
  expect(await run('verify')).toBe(0)
  expect(output).toEqual([
    'valid: 1 ledgers, 3 events, 0 tombstones\n',
    'valid: 0 audit chains, 0 entries, 0 tombstones\n',
  ])
  expect(await run('erase', 'ada')).toBe(0)
  await pool.query('delete from ledger_event where number = 3')
  output.length = 0
  expect(await run('verify', 'm1')).toBe(2)
  expect(output).toEqual([
    'm1: event 3: removed\n',
    'BROKEN in 1 places: 1 ledgers, 2 events, 0 tombstones\n',
  ])
  expect(await run('explode')).toBe(1)
})

test('the command links, checks and erases in the audit log too', async () => {
  const { pool, url, kysely } = await testDatabase()
  const output: string[] = []
  const run = async (...args: string[]) => {
    output.length = 0
    return await runLedgerCommand(args, {
      env: { DATABASE_URL: url, LIVETAP_SECRET: secret },
      cwd: '/',
      write: text => void output.push(text),
      writeProblem: text => void output.push(text),
    })
  }
  const seal = new LedgerSeal(secret, 'audit log')
  const actor = { id: 'u1', name: 'ada@example.com' }
  await new AuditStore(kysely).insert(
    [1, 2, 3].map(n =>
      auditRow({ actor, action: 'meeting.open', target: `m${n}` }, { at: at(n), pod: 'p1', seal }),
    ),
  )
  expect(await run('verify')).toBe(0)
  expect(output[1]).toBe('valid: 1 audit chains, 3 entries, 0 tombstones\n')
  expect(await run('erase', 'ada@example.com')).toBe(0)
  expect(output).toEqual(['erased from 0 ledger events\n', 'erased from 3 audit entries\n'])
  expect(await run('verify')).toBe(0)
  await pool.query('delete from audit_entry where number = 2')
  expect(await run('verify')).toBe(2)
  expect(output.slice(1)).toEqual([
    'audit/2026-03-04/p1: entry 2: removed\n',
    'BROKEN in 1 places: 1 audit chains, 2 entries, 0 tombstones\n',
  ])
})
