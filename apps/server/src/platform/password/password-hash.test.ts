import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash'

const AT_ONCE = 100

test(`${AT_ONCE} passwords at once are all checked, some later than others`, async () => {
  const stored = await hashPassword('correct horse battery', { N: 2 ** 10, r: 8, p: 1 })
  const checks = Array.from({ length: AT_ONCE }, () => verifyPassword('correct horse battery', stored))
  const outcomes = await Promise.allSettled(checks)
  expect(outcomes.filter(outcome => outcome.status === 'fulfilled' && outcome.value)).toHaveLength(AT_ONCE)
})

test('what waits is bounded', async () => {
  const stored = await hashPassword('x', { N: 2, r: 1, p: 1 })
  const outcomes = await Promise.allSettled(Array.from({ length: 2000 }, () => verifyPassword('x', stored)))
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused as PromiseRejectedResult[]) expect(reason.reason).toBe('queue_full')
})
