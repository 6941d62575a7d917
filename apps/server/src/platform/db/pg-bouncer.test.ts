import { randomUUID } from 'node:crypto'
import { usersMe } from '@livetap/contract/calls/sign-on'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { tone } from '../../modules/live-room/testing/live-client'
import { LiveHost } from '../../modules/live-room/testing/live-host'
import { sentences } from '../../modules/live-room/testing/spoken-script'
import { PipelineClient } from '../../modules/pipeline/testing/pipeline-client'
import { scriptedTools } from '../../modules/pipeline/testing/scripted-tools'
import { humWav } from '../../modules/pipeline/testing/test-sound'
import { ConsoleClient } from '../../modules/sign-on/testing/console-client'
import { callEndpoint } from '../../testing/call-endpoint'
import { migratedDatabase } from '../../testing/database/test-database'
import { missingPgBouncer, type PgBouncer, startPgBouncer } from '../../testing/programs/pg-bouncer'
import { testServer } from '../../testing/test-server'
import { loadConfig } from '../config/config'
import { createLog } from '../log/log'
import { openDatabase } from './database'
import { limitedPool } from './limited-pool'

const log = createLog('silent')

describe.skipIf(missingPgBouncer)(
  'through PgBouncer in transaction mode',
  { meta: { skipReason: missingPgBouncer } },
  () => {
    let bouncer: PgBouncer
    /** Has one connection to each database: every transaction comes by it. */
    let single: PgBouncer
    beforeAll(async () => {
      bouncer = await startPgBouncer(inject('databaseServerUrl'), 5)
      single = await startPgBouncer(inject('databaseServerUrl'), 1)
    })
    afterAll(async () => {
      await bouncer?.stop()
      await single?.stop()
    })

    async function pooledEnv() {
      const { url, drop } = await migratedDatabase()
      onTestFinished(drop)
      return { DATABASE_URL: bouncer.through(url), LIVETAP_DATABASE_DIRECT_URL: url }
    }

    test('a server starts, and a user signs in and out', async () => {
      const admin = {
        LIVETAP_ADMIN_EMAIL: 'ada@example.com',
        LIVETAP_ADMIN_PASSWORD: 'correct horse battery',
      }
      const server = await testServer({ realSignOn: true, env: { ...(await pooledEnv()), ...admin } })
      const client = new ConsoleClient(server.url)
      const answer = await client.signIn(admin.LIVETAP_ADMIN_EMAIL, admin.LIVETAP_ADMIN_PASSWORD)
      expect(answer.status).toBe(200)
      const headers = { authorization: `Bearer ${answer.access_token}` }
      expect((await callEndpoint(server.url, usersMe, { headers })).status).toBe(200)
      await client.logout(answer.access_token)
      expect((await callEndpoint(server.url, usersMe, { headers })).status).toBe(401)
    })

    test('a meeting is held on two nodes, which hear from each other', async () => {
      const nodeTimes = { heartbeatMs: 600_000, silentMs: 1_200_000 }
      const script = { segments: sentences('we ship on Friday') }
      const env = { ...(await pooledEnv()), LIVETAP_SECRET: 'one secret for both nodes' }
      const one = await LiveHost.start(script, { env, nodeTimes })
      const { storage } = one.server.app.config
      const folder = storage.kind === 'folder' ? storage.folder : ''
      const two = await LiveHost.start(script, { env: { ...env, LIVETAP_STORAGE: folder }, nodeTimes }, one)
      const { id, client } = await one.meetingWithClient()
      client.speak(tone(1000))
      const [final] = await client.until('transcript_final_result')
      expect(final!.transcript.text).toContain('Friday')
      // No heartbeat comes: the other node's word does.
      await two.drop(id)
      expect((await client.until('call_ended'))[0]!.data).toEqual({ reason: 'dropped' })
      await one.untilEnded(id)
    })

    test('a recording goes through its jobs', async () => {
      const server = await testServer({ env: await pooledEnv(), speech: scriptedTools() })
      const client = new PipelineClient(server)
      const id = await client.upload('hum.wav', humWav(3))
      expect((await client.settled(id)).status).toBe('CallEnded')
    })

    test('a statement that takes too long is cut, alone and in a transaction, and the connection stays', async () => {
      const url = single.through(inject('databaseServerUrl'))
      const limits = { statementMs: 500, answerMs: 60_000, connectMs: 60_000 }
      const { pool, cut } = limitedPool({ url, sharesSessions: true }, limits, log)
      onTestFinished(cut)
      const { pid } = (await pool.query('select pg_backend_pid() as pid')).rows[0]
      expect(await pool.query('select pg_sleep(60)').catch(error => error)).toMatchObject({ code: '57014' })
      const client = await pool.connect()
      await client.query('begin')
      expect(await client.query('select pg_sleep(60)').catch(error => error)).toMatchObject({ code: '57014' })
      await client.query('rollback')
      client.release()
      expect((await pool.query('select pg_backend_pid() as pid')).rows[0]).toEqual({ pid })
    })

    test('transactions that share a connection of the database do not see each other’s settings', async () => {
      const url = single.through(inject('databaseServerUrl'))
      const limits = { statementMs: 7_000, answerMs: 60_000, connectMs: 60_000 }
      const { pool, cut } = limitedPool({ url, sharesSessions: true }, limits, log)
      const foreign = new pg.Client({ connectionString: url })
      onTestFinished(async () => {
        cut()
        await foreign.end()
      })
      await foreign.connect()
      const settings = `select pg_backend_pid() as pid, current_setting('statement_timeout') as statement_timeout,
        current_setting('lock_timeout') as lock_timeout`
      const [one, other] = await Promise.all([pool.connect(), pool.connect()])
      await one.query('begin')
      await one.query("set local lock_timeout = '3s'")
      const { pid, ...own } = (await one.query(settings)).rows[0]
      expect(own).toEqual({ statement_timeout: '7s', lock_timeout: '3s' })
      await one.query('commit')
      await other.query('begin')
      const next = (await other.query(settings)).rows[0]
      expect(next).toEqual({ pid, statement_timeout: '7s', lock_timeout: '0' })
      await other.query('commit')
      expect((await pool.query(settings)).rows[0]).toEqual(next)
      // One that brings no limit has none.
      expect((await foreign.query(settings)).rows[0]).toEqual({ ...next, statement_timeout: '0' })
      one.release()
      other.release()
    })

    test('where the database itself is not named, or another one is, the server does not start', async () => {
      const { url, drop } = await migratedDatabase()
      const other = await migratedDatabase()
      onTestFinished(async () => {
        await drop()
        await other.drop()
      })
      const problem = (env: Record<string, string>) =>
        openDatabase(loadConfig({ DATABASE_URL: bouncer.through(url), ...env }, '/'), log).then(
          () => undefined,
          (error: Error) => error.message,
        )
      expect(await problem({})).toMatch(/^DATABASE_URL: .*LIVETAP_DATABASE_DIRECT_URL/)
      expect(await problem({ LIVETAP_DATABASE_DIRECT_URL: other.url })).toMatch(
        /^LIVETAP_DATABASE_DIRECT_URL: leads to another database/,
      )
      expect(await problem({ LIVETAP_DATABASE_DIRECT_URL: 'postgres://x:S3CRET@127.0.0.1:1/y' })).toMatch(
        /^LIVETAP_DATABASE_DIRECT_URL: no database answers at (?!.*S3CRET)/,
      )
    })

    test('what is notified in a transaction that came by the pooler is heard when it is committed', async () => {
      const database = await openDatabase(loadConfig(await pooledEnv(), '/'), log)
      onTestFinished(() => database.close())
      const channel = `heard_${randomUUID().replaceAll('-', '')}`
      const heard: string[] = []
      await database.listen(channel, { received: payload => heard.push(payload) })
      await database.kysely.transaction().execute(async tx => {
        await tx
          .selectNoFrom(({ fn, val }) => fn('pg_notify', [val(channel), val('committed')]).as('said'))
          .execute()
        expect(heard).toEqual([])
      })
      await vi.waitFor(() => expect(heard).toEqual(['committed']))
    })
  },
)
