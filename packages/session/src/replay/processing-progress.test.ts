import { PIPELINE_STAGES } from '@livetap/contract'
import { expect, test } from 'vitest'
import { ProcessingWatch } from './processing-progress'

test('one bar over all stages: it only grows and ends full', () => {
  const watch = new ProcessingWatch()
  const seen = PIPELINE_STAGES.flatMap(stage =>
    [0, 0.5, 1].map(progress => watch.look({ stage, progress }, 0).fraction),
  )
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen.at(-1)).toBeCloseTo(1)
  expect(watch.look({ stage: 'probe', progress: 0 }, 0).fraction).toBeCloseTo(1)
})

test('the estimate goes by the pace since the first look, once there is one', () => {
  const watch = new ProcessingWatch()
  expect(watch.look({ stage: '', progress: 0 }, 0)).toEqual({ fraction: 0, leftMs: undefined })
  watch.look({ stage: 'recognition', progress: 0 }, 60_000)
  expect(watch.look({ stage: 'recognition', progress: 0.2 }, 65_000).leftMs).toBeUndefined()
  const { fraction, leftMs } = watch.look({ stage: 'recognition', progress: 0.5 }, 90_000)
  expect(fraction).toBeCloseTo(0.42)
  // 29 % in 30 s leaves 58 % for 60 s.
  expect(leftMs).toBeCloseTo(60_000, -1)
})

test('a stage of another server is shown by its own progress', () => {
  expect(new ProcessingWatch().look({ stage: 'recognise', progress: 0.4 }, 0).fraction).toBe(0.4)
})
