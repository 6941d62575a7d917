import { expect, test } from 'vitest'
import { panBy, viewAround, zoomAround } from './timeline-view'

test('PAS-13 the timeline shows a stretch that stays inside the meeting', () => {
  expect(viewAround(50, 1, 1000)).toEqual({ startMs: 0, endMs: 1000 })
  expect(viewAround(500, 4, 1000)).toEqual({ startMs: 375, endMs: 625 })
  expect(viewAround(990, 4, 1000)).toEqual({ startMs: 750, endMs: 1000 })
  expect(panBy({ startMs: 100, endMs: 300 }, -500, 1000)).toEqual({ startMs: 0, endMs: 200 })
  expect(panBy({ startMs: 100, endMs: 300 }, 5000, 1000)).toEqual({ startMs: 800, endMs: 1000 })
})

test('PAS-13 zooming keeps the moment under the pointer in its place', () => {
  const view = zoomAround({ startMs: 0, endMs: 1000 }, 250, 2, 1000)
  expect(view).toEqual({ startMs: 125, endMs: 625 })
  expect((250 - view.startMs) / (view.endMs - view.startMs)).toBe(0.25)
})
