import { expect, test } from 'vitest'
import { type Period, Periods, totalMs } from './periods'

const range = (fromMs: number, toMs: number) => ({ fromMs, toMs })

test('what overlaps counts once, and what is excepted does not count', () => {
  expect(totalMs([])).toBe(0)
  expect(totalMs([range(0, 10), range(5, 20), range(30, 40)])).toBe(30)
  expect(totalMs([range(0, 10), range(20, 30)], [range(8, 22)])).toBe(16)
  expect(totalMs([range(0, 10)], [range(5, 100), range(200, 300)])).toBe(5)
  expect(totalMs([range(0, 10)], [range(0, 10)])).toBe(0)
})

test('a period is saved while it lasts and once more when it ended; a failed save is made good', async () => {
  const periods = new Periods()
  const saved: (readonly Period[])[] = []
  const write = async (list: readonly Period[]) => void saved.push(list)
  periods.set('recording', true, 100)
  periods.set('recording', true, 150)
  await periods.save(200, write)
  periods.set('recording', false, 300)
  await expect(periods.save(350, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  periods.set('recording', true, 400)
  await periods.save(500, write)
  await periods.save(600, write)
  expect(saved).toEqual([
    [{ kind: 'recording', fromMs: 100, toMs: 200 }],
    [
      { kind: 'recording', fromMs: 100, toMs: 300 },
      { kind: 'recording', fromMs: 400, toMs: 500 },
    ],
    [{ kind: 'recording', fromMs: 400, toMs: 600 }],
  ])
})

test('sound goes on over a short hole, of each voice by itself; what was saved is saved again only when it grew', async () => {
  const periods = new Periods()
  const saved: (readonly Period[])[] = []
  const write = async (list: readonly Period[]) => void saved.push(list)
  const heard = (voice: string, fromMs: number, toMs: number) =>
    periods.sound('recording', voice, { fromMs, toMs })
  heard('ann', 0, 64)
  heard('bob', 32, 96)
  heard('ann', 64, 1000)
  heard('ann', 2500, 3000)
  await expect(periods.save(0, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  await periods.save(0, write)
  heard('ann', 10_000, 11_000)
  await periods.save(0, write)
  await periods.save(0, write)
  const of = (fromMs: number, toMs: number) => ({ kind: 'recording', fromMs, toMs })
  expect(saved).toEqual([[of(0, 3000), of(32, 96)], [of(10_000, 11_000)], []])
})
