import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@livetap/contract'
import { type App, createApp, createLog, loadConfig } from '@livetap/server'
import { ConsoleClient } from '@livetap/server/testing'
import { ApiClient } from '@livetap/session'
import pg from 'pg'
import { KeptFolder } from '../kept-folder'
import { ASKING, addressOf, fillStatements, type Sizes, userOf } from './fill'

const cache = process.env.LIVETAP_ACCESS ?? join(homedir(), '.cache/livetap/access')
const admin = { email: 'admin@example.com', password: 'a password of the bench' }

/** A server whose caller is of any role, with a policy or without. */
export class AccessInstallation {
  /** Undefined: without a policy. */
  asking: Role | undefined

  private constructor(
    private readonly app: App,
    readonly database: pg.Client,
    readonly api: ApiClient,
  ) {
    this.#replaceRoles()
    this.#replacePolicy()
  }

  static async open(sizes: Sizes): Promise<AccessInstallation> {
    const statements = fillStatements(sizes)
    const kept = await KeptFolder.open(join(cache, `meetings-${sizes.meetings}`), statements.join('\n'))
    const env = {
      PORT: '0',
      LIVETAP_DATA: join(kept.path, 'data'),
      LIVETAP_SAMPLES: 'off',
      LIVETAP_ROLE: 'gateway',
      LIVETAP_SECRET: 'a secret of the bench',
      LIVETAP_ADMIN_EMAIL: admin.email,
      LIVETAP_ADMIN_PASSWORD: admin.password,
    }
    const app = await createApp(loadConfig(env, kept.path), createLog('error'), {
      limits: { requestsPerMinute: 1e9 },
    })
    await app.listen()
    const database = new pg.Client({ connectionString: app.database.url })
    try {
      await database.connect()
      await kept.fillOnce(() => fill(database, statements))
    } catch (error) {
      await database.end()
      await app.close()
      throw error
    }
    const origin = `http://127.0.0.1:${app.config.port}`
    const { access_token } = await new ConsoleClient(origin).signIn(admin.email, admin.password)
    return new AccessInstallation(app, database, new ApiClient({ origin, token: () => access_token }))
  }

  get pool() {
    return this.app.database.pool
  }

  async close(): Promise<void> {
    await this.database.end()
    await this.app.close()
  }

  /** The token and its session are checked for real at each call: both sides of a ratio pay for that. */
  #replaceRoles(): void {
    const { signOn } = this.app
    const { authenticator } = signOn
    signOn.authenticator = {
      authenticate: async token => {
        const principal = await authenticator.authenticate(token)
        const role = this.asking ?? 'admin'
        return principal && { ...principal, role, userId: userOf(ASKING), emails: [addressOf(ASKING)] }
      },
    }
  }

  /** Without one no one is asked, a list has no condition (as an admin's has none), and no row says what one may do. */
  #replacePolicy(): void {
    const { service } = this.app.access
    const [assertMay, rightsOf] = [service.assertMay.bind(service), service.rightsOf.bind(service)]
    const nothing = { actions: [], meeting: undefined }
    service.assertMay = async (...given) => (this.asking ? await assertMay(...given) : nothing)
    service.rightsOf = principal => (this.asking ? rightsOf(principal) : () => nothing.actions)
  }
}

async function fill(database: pg.Client, statements: readonly string[]): Promise<void> {
  await database.query('set statement_timeout = 0; set synchronous_commit = off')
  // What triggers would write is of search: it is not what is measured.
  await database.query('set session_replication_role = replica')
  for (const statement of statements) await database.query(statement)
  await database.query('set session_replication_role = origin')
  await database.query('vacuum analyze')
}
