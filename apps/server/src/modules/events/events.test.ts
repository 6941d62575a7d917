import { expect, test } from 'vitest'
import { createLog } from '../../platform/log/log'
import { Metrics } from '../../platform/metrics/metrics'
import { testDatabase } from '../../testing/test-database'
import { createEventRecorder, createEventsStore } from '.'

async function recorder() {
  const { kysely } = await testDatabase()
  const store = createEventsStore(kysely)
  const metrics = new Metrics()
  return {
    store,
    metrics,
    it: createEventRecorder({ store, pod: 'pod-1', log: createLog('silent'), metrics }),
  }
}

test('a log event and a ledger event are kept with their fields', async () => {
  const { it, store } = await recorder()
  const time = new Date('2026-01-02T03:04:05.678Z')
  it.log({
    meeting: 'm1',
    metric: 'call_started',
    service: 'hotword',
    time,
    fields: { csis: [1, 2], text: 'a\0b' },
  })
  it.log({ metric: 'boot', service: 'server' })
  it.ledger({ meeting: 'm1', name: 'audio_received', time, fields: { bytes: 3200 } })
  await it.flush()

  expect(await store.logsOf('m1')).toMatchObject([
    { metric: 'call_started', service: 'hotword', pod: 'pod-1', time, fields: { csis: [1, 2], text: 'ab' } },
  ])
  expect(await store.ledgerOf('m1')).toMatchObject([
    { name: 'audio_received', time, fields: { bytes: 3200 } },
  ])
})

test('thousands at once are all kept, in order', async () => {
  const { it, store, metrics } = await recorder()
  for (let index = 0; index < 3000; index++)
    it.ledger({ meeting: 'm1', name: 'packet', time: new Date(0), fields: { index } })
  await it.close()
  const kept = await store.ledgerOf('m1')
  expect(kept.map(({ fields }) => (fields as { index: number }).index)).toEqual(
    Array.from({ length: 3000 }, (_, i) => i),
  )
  expect(await metrics.registry.metrics()).toContain('livetap_events_waiting 0')
})
