import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Role, SearchAnswer } from '@livetap/contract'
import { search } from '@livetap/contract/calls/search'
import { type App, createApp, createLog, loadConfig } from '@livetap/server'
import { ApiClient } from '@livetap/session'
import { EngineRegistry } from '@livetap/speech'
import { ScriptedEngine } from '@livetap/speech/testing'
import pg from 'pg'
import { KeptFolder } from '../kept-folder'

const cache = process.env.LIVETAP_SEARCH ?? join(homedir(), '.cache/livetap/search')

const userOf = (role: Role) => ({
  kind: 'account' as const,
  role,
  userId: `user-${role}`,
  userName: `${role}@example.com`,
  emails: [`${role}@example.com`],
  sessionId: `session-${role}`,
  tokenExpiresAt: Number.MAX_SAFE_INTEGER,
})
const roleOf = (token: string): Role => (token === 'bench' ? 'operator' : (token as Role))
/** A token is the name of a role. */
const authenticator = {
  authenticate: async (token: string) => userOf(roleOf(token)),
  principalOf: async () => userOf('admin'),
}

/** What live meetings hear, each again and again. */
const script = {
  segments: [{ text: 'zebras ship the second release after lunch', startMs: 200, endMs: 1_700 }],
  repeatEveryMs: 2_000,
}

interface SearchRequest {
  q: string
  mode?: string
  meeting?: string
  cursor?: string
  limit?: number
}

/** A server over a database that is filled once and kept: its name says what is in it. */
export class SearchInstallation {
  private constructor(
    readonly app: App,
    /** Without the limits of the server's own connections. */
    readonly database: pg.Client,
    readonly folder: string,
    readonly api: (role: Role) => ApiClient,
  ) {}

  static async open(name: string, fill: (installation: SearchInstallation) => Promise<void>) {
    const kept = await KeptFolder.open(join(cache, name))
    const folder = kept.path
    const env = {
      PORT: '0',
      LIVETAP_DATA: join(folder, 'data'),
      LIVETAP_SAMPLES: 'off',
      LIVETAP_ROLE: 'gateway',
      LIVETAP_SECRET: 'a secret of the bench',
    }
    const app = await createApp(loadConfig(env, folder), createLog('error'), {
      authenticator,
      limits: { requestsPerMinute: 1e9 },
      engines: new EngineRegistry([new ScriptedEngine(script)]),
    })
    await app.listen()
    const database = new pg.Client({ connectionString: app.database.url })
    await database.connect()
    const origin = `http://127.0.0.1:${app.config.port}`
    const opened = new SearchInstallation(
      app,
      database,
      folder,
      role => new ApiClient({ origin, token: () => role }),
    )
    try {
      await kept.fillOnce(() => fill(opened))
    } catch (error) {
      await opened.close()
      throw error
    }
    return opened
  }

  async find(query: SearchRequest, role: Role = 'operator'): Promise<SearchAnswer> {
    return await this.api(role).call(search, { query } as never)
  }

  async close(): Promise<void> {
    await this.database.end()
    await this.app.close()
  }
}
