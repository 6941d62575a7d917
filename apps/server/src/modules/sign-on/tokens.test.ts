import { decodeJwt, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database/test-database'
import { openAccounts } from './accounts/accounts'
import { loadBrokerKeys } from './broker/broker-keys'
import { BROKER_PREFIX, brokerPaths } from './broker/broker-paths'
import { SESSION_SECONDS } from './broker/lifetimes'
import { createSeal } from './broker/seal'
import { createSealedKeyStore } from './broker/sealed-key.store'
import { ConsoleClient, type TokenAnswer } from './testing/console-client'
import { ADMIN, SECRET, type SignOnServer, startSignOnServer } from './testing/sign-on-server'

let database: TestDatabase
let server: SignOnServer
let key: JWK
let client: ConsoleClient
let answer: TokenAnswer
beforeAll(async () => {
  database = await testDatabase()
  server = await startSignOnServer(database)
  key = (await loadBrokerKeys(createSealedKeyStore(database.kysely), createSeal(SECRET))).signing[0]!
  client = new ConsoleClient(server.origin)
  answer = await client.signIn(ADMIN.email, ADMIN.password)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

interface Forgery {
  claims?: Record<string, unknown>
  typ?: string
  expiresIn?: string
  signer?: Parameters<SignJWT['sign']>[0]
}

/** The real token's claims, signed again with the real key: each test spoils one thing. */
async function forge({ claims, typ = 'at+jwt', expiresIn = '5m', signer }: Forgery = {}): Promise<string> {
  return new SignJWT({ ...decodeJwt(answer.access_token), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid!, typ })
    .setExpirationTime(expiresIn)
    .sign(signer ?? (await importJWK(key, 'ES256')))
}

const status = async (token: string | undefined) => (await client.me(token)).status

test('a token that spoils nothing is taken, so the refusals below are for what each spoils', async () => {
  expect(await status(await forge())).toBe(200)
})

test('missing, garbled and cut tokens are refused', async () => {
  const [head, body, signature] = answer.access_token.split('.') as [string, string, string]
  const changed = Buffer.from(JSON.stringify({ ...decodeJwt(answer.access_token), sub: 'someone-else' }))
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  for (const token of [
    undefined,
    'x',
    answer.access_token.slice(0, -2),
    `${head}.${changed.toString('base64url')}.${signature}`,
    `${none}.${body}.`,
    answer.refresh_token,
    (answer as unknown as { id_token: string }).id_token,
  ])
    expect(await status(token)).toBe(401)
})

test('tokens signed by another, run out, or meant for another are refused', async () => {
  const { privateKey } = await generateKeyPair('ES256')
  expect(await status(await forge({ signer: privateKey }))).toBe(401)
  expect(await status(await forge({ expiresIn: '-1s' }))).toBe(401)
  expect(await status(await forge({ claims: { aud: 'another' } }))).toBe(401)
  expect(await status(await forge({ claims: { iss: 'https://evil.example' } }))).toBe(401)
  expect(await status(await forge({ typ: 'JWT' }))).toBe(401)
})

test('a session that does not exist, or is another account’s, is refused', async () => {
  expect(await status(await forge({ claims: { sid: 'nothing' } }))).toBe(401)
  expect(await status(await forge({ claims: { sid: undefined } }))).toBe(401)
  expect(await status(await forge({ claims: { sub: '00000000-0000-4000-8000-000000000000' } }))).toBe(401)
})

test('a session ends after its fourteen days, regardless of what its tokens say', async () => {
  const other = new ConsoleClient(server.origin)
  const { access_token } = await other.signIn(ADMIN.email, ADMIN.password)
  const { sid } = decodeJwt(access_token)
  await database.kysely
    .updateTable('sign_on_session')
    .set({ expires_at: sql<Date>`now()` })
    .where('id', '=', String(sid))
    .execute()
  expect((await other.me(access_token)).status).toBe(401)

  // Its sockets learn it from the next cleanup, and its row is deleted 90 days later.
  const { sessions, events } = openAccounts(database.kysely)
  const ended: string[] = []
  events.onSessionEnded(({ sessionId, reason }) => ended.push(`${sessionId} ${reason}`))
  await sessions.tidy()
  expect(ended).toEqual([`${sid} expired`])
  await database.kysely
    .updateTable('sign_on_session')
    .set({ ended_at: sql<Date>`ended_at - interval '91 days'` })
    .where('id', '=', String(sid))
    .execute()
  await sessions.tidy()
  const rows = await database.kysely.selectFrom('sign_on_session').select('id').execute()
  expect(rows.map(({ id }) => id)).not.toContain(sid)
  expect(rows.length).toBeGreaterThan(0)
})

test('a sign-out is honoured with a token that has run out', async () => {
  const other = new ConsoleClient(server.origin)
  const mine = await other.signIn(ADMIN.email, ADMIN.password)
  const late = await forge({ claims: { sid: decodeJwt(mine.access_token).sid }, expiresIn: '-1h' })
  expect((await other.me(late)).status).toBe(401)
  expect(await other.logout(late)).toBe(200)
  expect((await other.refresh(mine.refresh_token)).error).toBe('invalid_grant')
})

test.each([
  ['back', -3],
  ['forward', 3],
])(
  'a clock that jumps %s ends no session, no refresh token and no sign-in that was begun',
  async (_way, hours) => {
    const client = new ConsoleClient(server.origin)
    let answer = await client.signIn(ADMIN.email, ADMIN.password)
    const begun = new ConsoleClient(server.origin)
    const page = await begun.authorize()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 60 * 60_000 })
    // A token's own end is a time of day; its session goes on.
    if (hours < 0) expect((await client.me(answer.access_token)).status).toBe(200)
    answer = await client.refresh(answer.refresh_token)
    expect(answer.status).toBe(200)
    expect(answer.refresh_token_expires_in).toBeGreaterThan(SESSION_SECONDS - 600)
    expect(answer.refresh_token_expires_in).toBeLessThanOrEqual(SESSION_SECONDS)
    expect((await client.me(answer.access_token)).status).toBe(200)
    expect((await begun.submit(page, ADMIN.email, ADMIN.password)).url).toContain('?code=')
    vi.useRealTimers()
    expect((await client.refresh(answer.refresh_token)).status).toBe(200)
  },
)

test('the public keys are published, the private ones are not', async () => {
  const keys = await fetch(`${server.origin}${BROKER_PREFIX}${brokerPaths.jwks}`)
  const body = (await keys.json()) as { keys: JWK[] }
  expect(body.keys.map(({ kid }) => kid)).toEqual([key.kid])
  expect(body.keys[0]).not.toHaveProperty('d')
})
