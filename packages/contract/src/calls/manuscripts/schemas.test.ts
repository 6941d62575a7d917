import { expect, test } from 'vitest'
import { isActivatable, isCompletable, manuscriptPercent, manuscriptStatuses, progressColor } from './schemas'

const hours = (received: number, required: number) => ({
  train_ms_required: required,
  eval_ms_required: 0,
  train_ms_received: 0,
  eval_ms_received: received,
})

test('MAN-10 progress is the rounded ratio of what came back to what was asked for, not capped', () => {
  expect(manuscriptPercent(hours(495, 1000))).toBe(50)
  expect(manuscriptPercent(hours(494, 1000))).toBe(49)
  expect(manuscriptPercent(hours(3000, 1000))).toBe(300)
  expect(manuscriptPercent(hours(0, 0))).toBe(0)
})

test('MAN-01 the gauge is red under 50, orange under 80, green from 80', () => {
  expect([0, 49, 50, 79, 80, 300].map(progressColor)).toEqual([
    'red',
    'red',
    'orange',
    'orange',
    'green',
    'green',
  ])
})

test('MAN-05 which actions a status offers', () => {
  expect(manuscriptStatuses.filter(isActivatable)).toEqual(['pending'])
  expect(manuscriptStatuses.filter(isCompletable)).toEqual(['processing', 'pending', 'ready', 'deleted'])
})
