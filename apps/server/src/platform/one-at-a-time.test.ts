import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time'

test('asked for while it runs, a task runs once more after that, and never beside itself', async () => {
  const finish: (() => void)[] = []
  let beside = 0
  const task = oneAtATime(
    async () => {
      beside += 1
      expect(beside).toBe(1)
      await new Promise<void>(resolve => finish.push(resolve))
      beside -= 1
    },
    error => {
      throw error
    },
  )
  const first = task.run()
  void task.run()
  void task.run()
  expect(finish).toHaveLength(1)
  finish[0]!()
  await expect.poll(() => finish.length).toBe(2)
  finish[1]!()
  await first
  expect(task.isRunning).toBe(false)
  expect(finish).toHaveLength(2)
})

test('a run that fails is reported and the next comes all the same; none comes after the stop', async () => {
  const failures: unknown[] = []
  let runs = 0
  const task = oneAtATime(
    async () => {
      runs += 1
      throw new Error(`run ${runs}`)
    },
    error => failures.push((error as Error).message),
  )
  await task.run()
  await task.run()
  await task.stop()
  await task.run()
  expect(failures).toEqual(['run 1', 'run 2'])
})
