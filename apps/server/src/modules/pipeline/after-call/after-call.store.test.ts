import { expect, test } from 'vitest'
import { pastMeeting } from '../../../testing/past-meeting'
import { testServer } from '../../../testing/test-server'
import { AfterCallStore } from './after-call.store'

test('what an ended call left waits while a recording waits, or is worked on at this host', async () => {
  // No worker of its own: the runs stay as they are put here.
  const server = await testServer({ env: { LIVETAP_ROLE: 'gateway' } })
  const { database, nodes } = server.app
  const { pod, host } = nodes.own
  const store = new AfterCallStore(database.kysely)
  const here = { pod, host, silentMs: 10_000 }
  const mixed = { durationMs: 1_000, separateChannels: [1], hasVideo: false }
  const [call, recording] = [await pastMeeting(server), await pastMeeting(server)]
  await store.enqueue(call, mixed, pod)
  await store.enqueue(call, mixed, pod)

  const put = (state: string, worker: string | null) =>
    database.pool.query(
      `insert into pipeline_run (meeting_id, state, worker_id) values ($1, $2, $3)
       on conflict (meeting_id) do update set state = excluded.state, worker_id = excluded.worker_id`,
      [recording, state, worker],
    )
  for (const [state, worker] of [
    ['queued', null],
    ['running', pod],
  ] as const) {
    await put(state, worker)
    expect(await store.mustYield(here)).toBe(true)
    expect(await store.claim(here)).toBeUndefined()
  }
  // Another host has it, and this one nothing else to do.
  expect(await store.mustYield({ ...here, host: 'elsewhere' })).toBe(false)
  await put('done', pod)
  expect(await store.mustYield(here)).toBe(false)
  expect(await store.claim(here)).toMatchObject({ meetingId: call, kind: 'after-call', workerId: pod })
  expect(await store.claim(here)).toBeUndefined()
})
