import { Writable } from 'node:stream'
import { loadConfig } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { freePort } from '../../../platform/db/embedded/free-port'
import { createHttpServer } from '../../../platform/http/create-http-server'
import { createLog } from '../../../platform/log/log'
import { SignedUrls } from '../../../platform/signing/signed-urls'
import { Tickets } from '../../../platform/signing/tickets'
import { usedTickets } from '../../../platform/signing/used-tickets.store'
import type { LogEvent } from '../../events'
import { startSignOn } from '../sign-on'

export const ADMIN = { email: 'ada@example.com', password: 'correct horse battery' }
const SECRET = 'a secret for tests only, long enough'

export type SignOnServer = Awaited<ReturnType<typeof startSignOnServer>>

/** The real server with nothing but the sign-on in it, listening. */
export async function startSignOnServer(database: Database, env: Record<string, string> = {}) {
  const config = loadConfig(
    {
      PORT: String(await freePort()),
      LIVETAP_ADMIN_EMAIL: ADMIN.email,
      LIVETAP_ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    '/',
  )
  const lines: string[] = []
  const events: LogEvent[] = []
  const keep = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = createLog('trace', keep)
  const signOn = await startSignOn({
    config,
    database,
    secret: SECRET,
    log,
    recorder: { log: event => events.push(event) },
  })
  const server = await createHttpServer({
    log,
    https: false,
    authenticator: signOn.authenticator,
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
    },
  }
}
