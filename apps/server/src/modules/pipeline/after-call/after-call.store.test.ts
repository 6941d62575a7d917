import { expect, test } from 'vitest'
import { pastMeeting } from '../../../testing/meetings/past-meeting'
import { testServer } from '../../../testing/test-server'
import { AfterCallStore } from './after-call.store'

test('what an ended call left waits while a recording waits, or is worked on at this host', async () => {
  // No worker of its own: the jobs stay as they are put here.
  const server = await testServer({ env: { LIVETAP_ROLE: 'gateway' } })
  const { database, nodes, jobs } = server.app
  const { pod, host } = nodes.own
  const store = new AfterCallStore(database.kysely, { jobs: jobs.store })
  const mixed = { durationMs: 1_000, separateChannels: [1], hasVideo: false }
  const [call, recording] = [await pastMeeting(server), await pastMeeting(server)]
  await store.enqueue(call, mixed, pod)
  await store.enqueue(call, mixed, pod)
  expect(await jobs.store.waiting('after-call')).toBe(1)
  const mustYield = (atHost = host) => store.mustYield(atHost, 10_000)

  expect(await mustYield()).toBe(false)
  await jobs.store.enqueue('recording', recording)
  expect(await mustYield()).toBe(true)
  expect(await mustYield('elsewhere')).toBe(true)
  const job = (await jobs.store.claim('recording', pod))!
  expect(await mustYield()).toBe(true)
  // Another host has it, and this one nothing else to do.
  expect(await mustYield('elsewhere')).toBe(false)
  await jobs.store.finish(job, 'done')
  expect(await mustYield()).toBe(false)
  expect(await jobs.store.claim('after-call', pod)).toMatchObject({ subject: call, workerId: pod })
  expect(await jobs.store.claim('after-call', pod)).toBeUndefined()
})
