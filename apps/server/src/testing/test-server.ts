import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, type AppOverrides, createApp } from '../app'
import { loadConfig } from '../platform/config/config'
import { createLog, type Log } from '../platform/log/log'
import { undeclared } from './answer-check'
import { migratedDatabase, once, ownedByTest } from './database/test-database'
import { testParserProgram } from './process/parser-program'
import { testMedia } from './test-media'
import { TestPrincipals } from './test-principals'

export interface TestServer {
  app: App
  /** 'http://127.0.0.1:PORT' */
  url: string
  principals: TestPrincipals
  /** A signed-in user's header; without arguments always the same user. */
  bearer(...user: Parameters<TestPrincipals['signIn']>): { authorization: string }
  close(): Promise<void>
}

export interface TestServerOptions extends AppOverrides {
  env?: Record<string, string>
  log?: Log
  /** Signs in for real: the app's own sign-on is used instead of `principals`. */
  realSignOn?: boolean
}

/**
 * The real app on a port of its own, over a database and a data folder of its own. Every answer it gives is held
 * against its endpoint, strictly: what the contract does not know fails the close.
 */
export async function testServer({
  env,
  log,
  realSignOn,
  ...overrides
}: TestServerOptions = {}): Promise<TestServer> {
  const database = await migratedDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'livetap-test-'))
  const principals = new TestPrincipals()
  const wrong = new Set<string | undefined>()
  const release = async () => {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const config = loadConfig(
    {
      PORT: '0',
      LIVETAP_DATA: dataDir,
      DATABASE_URL: database.url,
      LIVETAP_SAMPLES: 'off',
      // The small one is not needed before it is, and no test fetches it.
      LIVETAP_WHISPER: 'base',
      ...env,
    },
    '/',
  )
  try {
    const app = await createApp(config, log ?? createLog('silent'), {
      authenticator: realSignOn ? undefined : principals,
      onAnswer: answer => wrong.add(undeclared(answer)),
      media: await testMedia(),
      parserProgram: testParserProgram(),
      ...overrides,
    })
    const close = once(async () => {
      await app.close()
      await release()
      wrong.delete(undefined)
      if (wrong.size > 0) throw new Error(`the contract does not know this:\n${[...wrong].join('\n')}`)
    })
    await app.listen().catch(async error => {
      await close()
      throw error
    })
    return {
      app,
      url: `http://127.0.0.1:${app.config.port}`,
      principals,
      bearer: (...user) => ({ authorization: `Bearer ${principals.signIn(...user)}` }),
      close: ownedByTest(close),
    }
  } catch (error) {
    await release()
    throw error
  }
}
