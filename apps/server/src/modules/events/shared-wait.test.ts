import { expect, test } from 'vitest'
import { sharedWait } from './shared-wait'

test('callers that arrive together share one wait, and a later one gets the next', async () => {
  const ends: (() => void)[] = []
  const wait = sharedWait(() => new Promise<void>(resolve => ends.push(resolve)))
  const together = [wait(), wait(), wait()]
  await expect.poll(() => ends.length).toBe(1)
  let isLaterOver = false
  const later = Promise.all([wait(), wait()]).then(() => {
    isLaterOver = true
  })
  ends[0]!()
  await Promise.all(together)
  await expect.poll(() => ends.length).toBe(2)
  expect(isLaterOver).toBe(false)
  ends[1]!()
  await later
})

test('a wait that fails does so for those who share it, and not for the next', async () => {
  let fails = true
  const wait = sharedWait(async () => {
    if (fails) throw new Error('away')
  })
  const failed = await Promise.allSettled([wait(), wait()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  await wait()
})
