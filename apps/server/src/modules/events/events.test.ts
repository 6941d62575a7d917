import { expect, test } from 'vitest'
import { createLog } from '../../platform/log/log'
import { Metrics } from '../../platform/metrics/metrics'
import { testDatabase } from '../../testing/database/test-database'
import { createEventRecorder, EventsStore, LedgerSeal, LedgerStore } from '.'

async function recorder() {
  const { kysely } = await testDatabase()
  const ledger = new LedgerStore(kysely, { seal: new LedgerSeal('a secret of the tests') })
  const store = new EventsStore(kysely, { ledger, pod: 'pod-1' })
  const metrics = new Metrics()
  return {
    store,
    ledger,
    metrics,
    it: createEventRecorder({ store, log: createLog('silent'), metrics }),
  }
}

test('an entry is kept with its name, service, severity and message; a ledger event with its timestamp', async () => {
  const { it, store, ledger } = await recorder()
  const time = new Date('2026-01-02T03:04:05.678Z')
  const meeting = it.of('m1')
  meeting.log('meetingEndReason', { meeting_end_reason: 'failed in probe', error: 'a\0b' }, time)
  it.log('signInRefused', { reason: 'throttled', address: '203.0.113.9' })
  meeting.ledger('audioMixed', { duration_ms: 3200, streams: 2 }, time)
  await it.written()

  expect(await store.logsOf('m1')).toMatchObject([
    {
      metric: 'monitoring-meeting-end-reason-wrapi',
      service: 'wrapi',
      pod: 'pod-1',
      time,
      severity: 'ERROR',
      message: 'meeting ended: failed in probe: ab',
      fields: { meeting_end_reason: 'failed in probe', error: 'ab' },
    },
  ])
  expect(await ledger.of('m1')).toMatchObject([
    { name: 'audio_mixed', time, fields: { timestamp: time.toISOString(), duration_ms: 3200, streams: 2 } },
  ])
})

test('what is not in the catalogue is not written, and counted', async () => {
  const { it, store, ledger, metrics } = await recorder()
  const fields = { duration_ms: 1, streams: 1, text: 'we ship on Friday' }
  it.of('m1').ledger('audioMixed', fields)
  it.of('m1').log('highlightSent', { count: 'one' } as never)
  await it.written()
  expect([...(await ledger.of('m1')), ...(await store.logsOf('m1'))]).toEqual([])
  expect(await metrics.registry.metrics()).toContain('kind="ledger",reason="invalid"} 1')
  expect(it.loss()).toEqual({ log: 1, ledger: 1, waiting: 0 })
})

test('thousands at once are all kept, in order', async () => {
  const { it, ledger, metrics } = await recorder()
  const record = it.of('m1')
  for (let count = 0; count < 3000; count++) record.ledger('highlightsFound', { count }, new Date(0))
  await it.close()
  const kept = await ledger.of('m1')
  expect(kept.map(({ fields }) => (fields as { count: number }).count)).toEqual(
    Array.from({ length: 3000 }, (_, i) => i),
  )
  expect(await metrics.registry.metrics()).toContain('livetap_events_waiting 0')
})
