import { randomUUID } from 'node:crypto'
import { errorBodySchema } from '@livetap/contract'
import { authorize } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/test-database'
import { createOidcPayloadStore, hashId } from '../broker/oidc-payload.store'
import { ConsoleClient } from '../testing/console-client'
import { ADMIN, startSignOnServer, useSignOnServer } from '../testing/sign-on-server'
import { createPendingSignIns, pendingLimits } from './pending-sign-ins.store'

const site = useSignOnServer()

const kept = async () =>
  (
    await site.database.pool.query<{ rows: number; bytes: number }>(
      'select count(*)::int as rows, coalesce(sum(pg_column_size(payload)), 0)::int as bytes from oidc_payload',
    )
  ).rows[0]!

test.each(['state', 'nonce', 'redirect_uri', 'scope', 'login_hint', 'acr_values', 'ui_locales'])(
  'a sign-in with a %s of 15 KB is refused with its name, and nothing is kept of it',
  async name => {
    const before = await kept()
    const address = new ConsoleClient(site.server.origin).authorizeUrl({ [name]: 'x'.repeat(15_000) })
    const answer = await fetch(site.server.origin + address, { redirect: 'manual' })
    expect(answer.status).toBe(400)
    const body = errorBodySchema.parse(await answer.json())
    expect(body.errors[0]!.description).toContain(name)
    expect(await kept()).toEqual(before)
  },
)

test('many parameters, a repeated one, or a form in place of the address get no further', async () => {
  const before = await kept()
  const client = new ConsoleClient(site.server.origin)
  const long = [
    'nonce',
    'login_hint',
    'acr_values',
    'ui_locales',
    'claims_locales',
    'id_token_hint',
    'a',
    'b',
    'c',
  ]
  const many = client.authorizeUrl(Object.fromEntries(long.map(name => [name, 'x'.repeat(500)])))
  const repeated = `${client.authorizeUrl()}${'&state=xxxxxxxxxxxxxxxxxxxx'.repeat(50)}`
  for (const address of [many, repeated])
    expect((await fetch(site.server.origin + address, { redirect: 'manual' })).status).toBe(400)
  const form = await fetch(site.server.origin + pathOf(authorize), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(
      new URL(client.authorizeUrl({ state: 'x'.repeat(50_000) }), site.server.origin).search,
    ),
  })
  expect(form.status).toBe(404)
  expect(await kept()).toEqual(before)
})

test('one address has so many pending sign-ins; the newest can be finished, and another address is not disturbed', async () => {
  const other = new ConsoleClient(site.server.origin)
  const visit = await other.browser.open(other.authorizeUrl(), {
    headers: { 'x-forwarded-for': '198.51.100.7' },
  })
  const otherPage = await other.browser.open(visit.headers.get('location')!)
  const address = site.server.origin + new ConsoleClient(site.server.origin).authorizeUrl()
  for (let begun = 0; begun < pendingLimits.perAddress + 20; begun += 20)
    await Promise.all(Array.from({ length: 20 }, () => fetch(address, { redirect: 'manual' })))
  expect((await kept()).rows).toBeLessThanOrEqual(pendingLimits.perAddress + 1)

  const newest = new ConsoleClient(site.server.origin)
  expect((await newest.signIn(ADMIN.email, ADMIN.password)).status).toBe(200)
  expect((await other.submit(otherPage, ADMIN.email, ADMIN.password)).url).toContain('?code=')
})

test('sign-ins that are throttled are counted: one entry a minute, however many there are', async () => {
  const own = await testDatabase()
  const throttled = await startSignOnServer(own)
  const client = new ConsoleClient(throttled.origin)
  const page = await client.authorize()
  await client.submit(page, ADMIN.email, 'a wrong password')
  await own.pool.query('update sign_in_attempt set attempts = 20, failures = 20')
  const lines = throttled.lines.length
  for (let attempt = 0; attempt < 25; attempt++)
    expect((await client.submit(page, ADMIN.email, 'a wrong password')).status).toBe(429)
  expect(throttled.lines.slice(lines).filter(line => line.includes('sign-in-refused'))).toEqual([])
  await throttled.stop()
  expect(throttled.events).toEqual([
    { metric: 'sign-in-refused', fields: { reason: 'wrong-credentials', address: '127.0.0.1' } },
    { metric: 'sign-in-refused', fields: { reason: 'throttled', count: 25 } },
  ])
})

test('of all addresses together the oldest pending sign-ins are evicted, regardless of what the clock says', async () => {
  const { kysely } = await testDatabase()
  const payloads = createOidcPayloadStore(kysely)
  const pending = createPendingSignIns(kysely, { perAddress: 2, total: 5 })
  const ids = Array.from({ length: 12 }, () => randomUUID())
  for (const [at, id] of ids.entries()) {
    await payloads.upsert('Interaction', id, {}, 1800)
    await pending.begun(hashId(id), `10.0.0.${Math.floor(at / 3)}`)
  }
  const left = await kysely.selectFrom('oidc_payload').select('id_hash').orderBy('number').execute()
  // Two of each address, and five of all.
  expect(left.map(({ id_hash }) => id_hash)).toEqual(
    [ids[5], ids[7], ids[8], ids[10], ids[11]].map(id => hashId(id!)),
  )
})
