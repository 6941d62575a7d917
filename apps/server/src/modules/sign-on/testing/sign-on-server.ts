import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { metrics } from '@livetap/contract'
import { afterAll, beforeAll } from 'vitest'
import { openBus } from '../../../platform/bus/open-bus'
import { loadConfig } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { freePort } from '../../../platform/db/embedded/free-port'
import { createHttpServer } from '../../../platform/http/create-http-server'
import { createLog } from '../../../platform/log/log'
import { hashPassword } from '../../../platform/password/password-hash'
import { SignedUrls } from '../../../platform/signing/signed-urls'
import { Tickets } from '../../../platform/signing/tickets'
import { usedTickets } from '../../../platform/signing/used-tickets.store'
import { type TestDatabase, testDatabase } from '../../../testing/database/test-database'
import { createAccountStore } from '../accounts/account.store'
import { startSignOn } from '../sign-on'

export const ADMIN = { email: 'ada@example.com', password: 'correct horse battery' }
export const SECRET = 'a secret for tests only, long enough'

export type SignOnServer = Awaited<ReturnType<typeof startSignOnServer>>

/** The real server with nothing but the sign-on in it, listening. */
export async function startSignOnServer(database: Database, env: Record<string, string> = {}) {
  const config = loadConfig(
    {
      PORT: String(await freePort()),
      ...env,
    },
    '/',
  )
  if (env.LIVETAP_ADMIN_EMAIL === undefined) await addCheapAdmin(database)
  const lines: string[] = []
  const events: { metric: string; fields: object }[] = []
  const keep = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = createLog('trace', keep)
  const bus = await openBus({ config, database, pod: randomUUID(), log })
  await bus.start()
  const signOn = await startSignOn({
    config,
    database,
    bus,
    secret: config.secret ?? SECRET,
    log,
    recorder: { log: (metric, fields) => events.push({ metric: metrics[metric].name, fields }) },
  })
  const server = await createHttpServer({
    log,
    https: false,
    authenticator: signOn.authenticator,
    principalOf: sessionId => signOn.principalOf(sessionId),
    trustedProxies: ['loopback'],
    signedUrls: new SignedUrls(SECRET),
    tickets: new Tickets(SECRET, usedTickets(database.kysely)),
    metricsToken: undefined,
  })
  await server.register(signOn.routes)
  await server.listen({ host: '127.0.0.1', port: config.port })
  return {
    origin: `http://127.0.0.1:${config.port}`,
    port: config.port,
    events,
    signOn,
    lines,
    async stop() {
      await server.close()
      await signOn.stop()
      await bus.close()
    },
  }
}

/** One server with a database of its own for all tests of a file. */
export function useSignOnServer(): { readonly database: TestDatabase; readonly server: SignOnServer } {
  const site = {} as { database: TestDatabase; server: SignOnServer }
  beforeAll(async () => {
    site.database = await testDatabase()
    site.server = await startSignOnServer(site.database)
  })
  afterAll(async () => {
    await site.server.stop()
    await site.database.drop()
  })
  return site
}

/** Hashed at a low cost, which the hash itself names: a test signs in many times. */
async function addCheapAdmin(database: Database): Promise<void> {
  const passwordHash = await hashPassword(ADMIN.password, { N: 2 ** 10, r: 8, p: 1 })
  const { email } = ADMIN
  await createAccountStore(database.kysely).insert({ id: randomUUID(), email, userName: email, passwordHash })
}
