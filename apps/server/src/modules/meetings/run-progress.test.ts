import { PIPELINE_STAGES } from '@livetap/contract'
import { expect, test } from 'vitest'
import { runProgress } from './run-progress'

test('one number over all stages: it only grows and ends full', () => {
  const seen = PIPELINE_STAGES.flatMap(stage =>
    [0, 50, 100].map(progress => runProgress({ stage, progress })),
  )
  const numbers = seen.map(({ progress }) => progress)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(numbers[0]).toBe(0)
  expect(numbers.at(-1)).toBe(1)
  expect([...new Set(seen.map(({ stage_number }) => stage_number))]).toEqual(
    PIPELINE_STAGES.map((_, at) => at + 1),
  )
  expect(seen.every(({ stage_count }) => stage_count === PIPELINE_STAGES.length)).toBe(true)
})

test('recognition, half done, is stage 5 of 10', () => {
  const half = { stage: 'recognition', progress: 50 }
  expect(runProgress(half)).toEqual({ progress: 0.42, stage_number: 5, stage_count: 10 })
})

test('what waits has done nothing, and a stage outside the pipeline has its own progress', () => {
  for (const stage of ['', 'upload', 'queued'])
    expect(runProgress({ stage, progress: 84 })).toEqual({ progress: 0 })
  expect(runProgress({ stage: 'mixing', progress: 40 })).toEqual({ progress: 0.4 })
})
