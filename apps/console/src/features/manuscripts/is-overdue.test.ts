import type { ManuscriptProject } from '@livetap/contract'
import { expect, test } from 'vitest'
import { isOverdue } from './is-overdue'

const end = '2026-03-04T05:00:00.000Z'
const endMs = Date.parse(end)
const at = (status: ManuscriptProject['status'], nowMs: number, end_datetime: string | null = end) =>
  isOverdue({ status, end_datetime }, nowMs)

test('a project is overdue once its end date is past, as long as it is not over', () => {
  for (const status of ['pending', 'ready', 'processing'] as const) {
    expect([status, at(status, endMs - 1)]).toEqual([status, false])
    expect([status, at(status, endMs)]).toEqual([status, false])
    expect([status, at(status, endMs + 1)]).toEqual([status, true])
  }
  for (const status of ['completed', 'closed', 'deleted'] as const)
    expect([status, at(status, endMs + 1)]).toEqual([status, false])
  expect(at('processing', endMs, null)).toBe(false)
})
