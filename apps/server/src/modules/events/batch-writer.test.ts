import { expect, onTestFinished, test, vi } from 'vitest'
import { BatchWriter, LINGER_MS } from './batch-writer'

function writer(write: (batch: readonly number[]) => Promise<void>, options = {}) {
  const onDropped = vi.fn()
  const onFailure = vi.fn()
  return {
    onDropped,
    onFailure,
    it: new BatchWriter<number>({ write, onDropped, onFailure, retryMs: 1, ...options }),
  }
}

test('writes in order and in batches', async () => {
  const batches: (readonly number[])[] = []
  const { it } = writer(async batch => void batches.push(batch), { batchSize: 2 })
  for (const item of [1, 2, 3, 4, 5]) it.add(item)
  await it.written()
  expect(batches.flat()).toEqual([1, 2, 3, 4, 5])
  expect(Math.max(...batches.map(batch => batch.length))).toBe(2)
})

test('a wait ends with what was added before it, however much follows', async () => {
  const kept: number[] = []
  let next = 1
  const { it } = writer(
    async batch => {
      await new Promise(resolve => setImmediate(resolve))
      kept.push(...batch)
      // A busy process: there is always more.
      it.add(next++)
    },
    { batchSize: 1 },
  )
  it.add(0)
  await it.written()
  expect(kept).toContain(0)
  await it.close(20)
})

test('writes by itself, without a flush', async () => {
  const written = new Promise<readonly number[]>(resolve => {
    writer(async batch => resolve(batch), { lingerMs: 1 }).it.add(7)
  })
  expect(await written).toEqual([7])
})

test('an entry waits a second at most before it is written, however many follow it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const addedAt: number[] = []
  const waitedMs: number[] = []
  const { it } = writer(async batch => {
    for (const item of batch) waitedMs.push(Date.now() - addedAt[item]!)
  })
  for (let item = 0; item < 40; item++) {
    addedAt[item] = Date.now()
    it.add(item)
    await vi.advanceTimersByTimeAsync(30)
  }
  await vi.advanceTimersByTimeAsync(LINGER_MS)
  expect(waitedMs).toHaveLength(40)
  expect(Math.max(...waitedMs)).toBeLessThanOrEqual(LINGER_MS)
  expect(LINGER_MS).toBeLessThan(1000)
})

test('an outage loses nothing and doubles nothing', async () => {
  let failures = 3
  const kept: number[] = []
  const { it, onFailure, onDropped } = writer(async batch => {
    if (failures-- > 0) throw new Error('connection lost')
    kept.push(...batch)
  })
  it.add(1)
  it.add(2)
  await it.written()
  expect(kept).toEqual([1, 2])
  expect(onFailure).toHaveBeenCalledTimes(3)
  expect(onDropped).not.toHaveBeenCalled()
})

test('a full buffer drops the newest and counts them', async () => {
  let open = () => {}
  const gate = new Promise<void>(resolve => {
    open = resolve
  })
  const kept: number[] = []
  const write = async (batch: readonly number[]) => {
    await gate
    kept.push(...batch)
  }
  const { it, onDropped } = writer(write, { bufferSize: 3 })
  for (const item of [1, 2, 3, 4, 5]) it.add(item)
  expect(onDropped.mock.calls).toEqual([
    [1, 'full'],
    [1, 'full'],
  ])
  open()
  await it.written()
  expect(kept).toEqual([1, 2, 3])
})

test('a row the database refuses does not take its neighbours with it', async () => {
  const kept: number[] = []
  const { it, onDropped } = writer(async batch => {
    if (batch.includes(2)) throw Object.assign(new Error('bad value'), { code: '22P02' })
    kept.push(...batch)
  })
  for (const item of [1, 2, 3]) it.add(item)
  await it.written()
  expect(kept).toEqual([1, 3])
  expect(onDropped.mock.calls).toEqual([[1, 'refused']])
})

test('closing writes what is left, and gives up on a database that stays away', async () => {
  const kept: number[] = []
  const good = writer(async batch => void kept.push(...batch))
  good.it.add(1)
  await good.it.close()
  expect(kept).toEqual([1])
  good.it.add(2)
  expect(good.onDropped).toHaveBeenCalledWith(1, 'closing')

  const away = writer(async () => Promise.reject(new Error('away')))
  away.it.add(1)
  await away.it.close(20)
  expect(away.onDropped).toHaveBeenCalledWith(1, 'closing')
})
