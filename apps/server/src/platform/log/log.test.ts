import { readFile } from 'node:fs/promises'
import { getChoices } from '@livetap/contract/calls/choices'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-database'
import { testServer } from '../../testing/test-server'
import { blankSecrets } from './blank-secrets'
import { createLog } from './log'

function recorded(level: 'trace' | 'info' = 'trace') {
  const lines: string[] = []
  return { lines, log: createLog(level, { write: line => void lines.push(line) }) }
}

test('secrets are removed by their names, at any depth that a log line has', () => {
  const { lines, log } = recorded()
  log.info(
    { authorization: 'S3CRET', req: { headers: { cookie: 'S3CRET', 'sec-websocket-protocol': 'S3CRET' } } },
    'x',
  )
  log.info(
    { body: { access_token: 'S3CRET', refresh_token: 'S3CRET', password: 'S3CRET' }, ticket: 'S3CRET' },
    'x',
  )
  expect(lines.join('')).not.toContain('S3CRET')
})

test.each([
  'wss://h/live?meeting=1&ticket=S3CRET&after=3',
  'GET /?code=S3CRET HTTP/1.1',
  'Authorization: Bearer S3CRET.a-b_c',
  'livetap.asr.v1, bearer.S3CRET.x, engine.k2',
  '/media/1?expires=1&signature=S3CRET',
  'postgres://user:S3CRET@host/db',
])('secrets are blanked inside %j, in messages and in errors', text => {
  const { lines, log } = recorded()
  expect(blankSecrets(text)).not.toContain('S3CRET')
  log.warn({ err: new Error(text), address: text }, text)
  expect(lines.join('')).not.toContain('S3CRET')
})

test('an error keeps its SQLSTATE or errno, and no code of a sign-in is taken for one', async () => {
  const { lines, log } = recorded()
  const { pool } = await testDatabase()
  for (const error of [
    await pool.query('select 1/0').catch(failure => failure),
    await readFile('/nowhere/at/all').catch(failure => failure),
    Object.assign(new Error('x'), { code: 'sPlxlOBeZQQYbYS6WxSbIA' }),
  ])
    log.error({ err: error }, 'failed')
  expect(lines.map(line => JSON.parse(line).err.errorCode)).toEqual(['22012', 'ENOENT', undefined])
  expect(lines.join('')).not.toContain('sPlxlOBe')
})

test('no token of a call is ever in a log line, not even at the most talkative level', async () => {
  const { lines, log } = recorded()
  const server = await testServer({ log })
  const token = server.principals.signIn()
  await fetch(server.url + pathOf(getChoices, {}, { ticket: token }), {
    headers: { authorization: `Bearer ${token}` },
  })
  await fetch(`${server.url}/%ff?access_token=${token}`, { headers: { cookie: token } })
  await fetch(`${server.url}/nowhere?code=${token}`)
  await server.close()
  expect(lines.join('')).toContain('request answered')
  expect(lines.join('')).not.toContain(token)
})
