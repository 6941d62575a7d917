import { expect, test, vi } from 'vitest'
import { loadConfig } from '../../platform/config/config'
import { createLog } from '../../platform/log/log'
import { startEventMaintenance } from './events.jobs'

async function keptOnce(env: Record<string, string>) {
  const keep = vi.fn(async () => ({ made: [], dropped: [], deleted: 0 }))
  const expire = vi.fn(async (_before: Date, _reason: string) => 0)
  const keeping = startEventMaintenance({
    partitions: { maintain: keep },
    ledger: { chainOld: async () => 0, expire },
    config: loadConfig(env, '/srv/livetap'),
    log: createLog('silent'),
  })
  await keeping.run()
  await keeping.stop()
  return { keep, expire }
}

test('log entries are kept for 30 days and ledgers for good, unless the configuration says otherwise', async () => {
  const byDefault = await keptOnce({})
  expect(byDefault.keep).toHaveBeenCalledWith(30)
  expect(byDefault.expire).not.toHaveBeenCalled()

  const beganMs = Date.now()
  const { keep, expire } = await keptOnce({ LIVETAP_LOG_DAYS: '7', LIVETAP_LEDGER_DAYS: '90' })
  expect(keep).toHaveBeenCalledWith(7)
  const [before, reason] = expire.mock.calls[0]!
  const ninetyDaysMs = 90 * 24 * 3_600_000
  expect(before.getTime()).toBeGreaterThanOrEqual(beganMs - ninetyDaysMs)
  expect(before.getTime()).toBeLessThanOrEqual(Date.now() - ninetyDaysMs)
  expect(reason).toBe('LIVETAP_LEDGER_DAYS=90')
})
