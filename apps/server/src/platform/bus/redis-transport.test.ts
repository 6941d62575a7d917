import { createClient } from '@redis/client'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CuttingProxy } from '../../testing/cutting-proxy'
import { missingRedis, type RedisServer, startRedis } from '../../testing/programs/redis-server'
import { createLog } from '../log/log'
import { busContractSuite } from './bus-contract-suite'
import { type RedisLimits, RedisTransport } from './redis-transport'

const log = createLog('silent')
const limits = { answerMs: 2_000, blockMs: 500, longestRetryMs: 200 }

describe.skipIf(missingRedis)(
  'messages between nodes by Redis',
  { meta: { skipReason: missingRedis } },
  () => {
    let redis: RedisServer
    beforeAll(async () => {
      redis = await startRedis()
    })
    afterAll(() => redis?.stop())

    describe('as by any other transport', () =>
      busContractSuite(() => ({
        address: redis.url,
        connect: async port => ({ transport: new RedisTransport(`redis://127.0.0.1:${port}`, log, limits) }),
      })))

    let client: ReturnType<typeof createClient>
    beforeEach(async () => {
      client = createClient({ url: redis.url })
      client.on('error', () => undefined)
      await client.connect()
      await client.flushAll()
      onTestFinished(() => client.destroy())
    })

    /** A listener behind a network of its own, and one who speaks. */
    async function listening(given: Partial<RedisLimits> = {}) {
      const proxy = await CuttingProxy.start(redis.url)
      const own = { ...limits, ...given }
      const listener = new RedisTransport(`redis://127.0.0.1:${proxy.port}`, log, own)
      const speaker = new RedisTransport(redis.url, log, own)
      onTestFinished(async () => {
        await Promise.all([listener.close(), speaker.close()])
        await proxy.stop()
      })
      const heard: string[] = []
      let misses = 0
      await listener.listen({
        received: message => heard.push(message),
        missed: () => {
          misses += 1
        },
      })
      return { proxy, speaker, listener, heard, misses: () => misses }
    }

    test('what was said while a node was away is heard when it is back, once and in order', async () => {
      const { proxy, speaker, heard, misses } = await listening()
      await speaker.send('before')
      await vi.waitFor(() => expect(heard).toEqual(['before']))
      proxy.goDown()
      const said = Array.from({ length: 700 }, (_, at) => `message ${at}`)
      for (const message of said) await speaker.send(message)
      proxy.mend()
      await vi.waitFor(() => expect(heard).toEqual(['before', ...said]))
      expect(misses()).toBe(0)
    })

    test('the stream has a bounded length; one who was away for longer learns that it missed something', async () => {
      const { proxy, speaker, heard, misses } = await listening({ streamMessages: 100 })
      await speaker.send('before')
      await vi.waitFor(() => expect(heard).toEqual(['before']))
      proxy.goDown()
      for (let at = 0; at < 1_000; at++) await speaker.send(`message ${at}`)
      // Redis drops whole nodes of a hundred.
      expect(await client.xLen('livetap:bus')).toBeLessThan(300)
      proxy.mend()
      await vi.waitFor(() => expect(heard.at(-1)).toBe('message 999'))
      expect(misses()).toBe(1)
      await speaker.send('after')
      await vi.waitFor(() => expect(heard.at(-1)).toBe('after'))
      expect(misses()).toBe(1)
    })

    test('a Redis that comes back empty is listened to again, and what it lost may have been missed', async () => {
      const { speaker, heard, misses } = await listening()
      await speaker.send('before')
      await vi.waitFor(() => expect(heard).toEqual(['before']))
      await redis.restart()
      await vi.waitFor(() => expect(misses()).toBe(1))
      await vi.waitFor(() => speaker.send('after'))
      await vi.waitFor(() => expect(heard).toContain('after'))
    })

    test('a connection that is cut without a word is found out and made again', async () => {
      const { proxy, speaker, heard } = await listening()
      proxy.freeze()
      await speaker.send('into the silence')
      await vi.waitFor(() => expect(proxy.swallowed).toBeGreaterThan(0))
      proxy.thaw()
      await vi.waitFor(() => expect(heard).toEqual(['into the silence']))
    })

    test('a node starts without Redis and hears it when it is there; sending fails in time', async () => {
      const proxy = await CuttingProxy.start(redis.url)
      proxy.freeze()
      const own = { ...limits, answerMs: 300 }
      const transport = new RedisTransport(`redis://127.0.0.1:${proxy.port}`, log, own)
      onTestFinished(async () => {
        await transport.close()
        await proxy.stop()
      })
      const heard: string[] = []
      let misses = 0
      await transport.listen({
        received: message => heard.push(message),
        missed: () => {
          misses += 1
        },
      })
      await expect(transport.send('lost')).rejects.toThrow('does not answer')
      proxy.thaw()
      await vi.waitFor(() => expect(misses).toBe(1))
      await vi.waitFor(() => transport.send('carried'))
      await vi.waitFor(() => expect(heard).toContain('carried'))
    })
  },
)
