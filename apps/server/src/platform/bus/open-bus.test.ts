import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { silence, tone } from '../../modules/live-room/testing/live-client'
import { LiveHost } from '../../modules/live-room/testing/live-host'
import { sentences } from '../../modules/live-room/testing/spoken-script'
import { missingRedis, type RedisServer, startRedis } from '../../testing/programs/redis-server'

/** No beat comes by itself: what reaches the other node was said to it. */
const nodeTimes = { heartbeatMs: 600_000, silentMs: 1_200_000 }

test('however much is said in a meeting, nodes tell each other nothing of it', async () => {
  const said = Array.from({ length: 12 }, (_, at) => `sentence number ${at}`)
  const host = await LiveHost.start({ segments: sentences(...said) }, { nodeTimes })
  const { bus } = host.server.app
  const { client } = await host.meetingWithClient()
  const before = bus.sent
  for (const _ of said) client.speak(tone(1000))
  client.speak(silence(2000))
  await vi.waitFor(() =>
    expect(client.messages.filter(({ type }) => type === 'transcript_final_result').length).toBeGreaterThan(
      10,
    ),
  )
  expect(bus.sent).toBe(before)
})

describe.skipIf(missingRedis)('with REDIS_URL', { meta: { skipReason: missingRedis } }, () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.stop())

  test('nodes hear from each other by Redis, and PostgreSQL carries no message', async () => {
    const script = { segments: sentences('we ship on Friday') }
    const env = { LIVETAP_SECRET: 'one secret for both nodes', REDIS_URL: redis.url }
    const one = await LiveHost.start(script, { env, nodeTimes })
    const { databaseUrl, storage } = one.server.app.config
    const folder = storage.kind === 'folder' ? storage.folder : ''
    const shared = { ...env, DATABASE_URL: databaseUrl!, LIVETAP_STORAGE: folder }
    const two = await LiveHost.start(script, { env: shared, nodeTimes }, one)
    const { rows } = await one.server.app.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'livetap notifications'`,
    )
    expect(rows).toEqual([])
    const { id, client } = await one.meetingWithClient()
    await two.drop(id)
    expect((await client.until('call_ended'))[0]!.data).toEqual({ reason: 'dropped' })
  })
})
