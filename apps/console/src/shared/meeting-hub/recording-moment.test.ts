import { expect, test } from 'vitest'
import { recordingMoment } from './recording-moment'

const meeting = { id: 'm1_us', start: '2026-03-04T10:00:00.000Z', duration: 600_000 }

test('a log entry of a meeting opens its moment of the recording', () => {
  const { to, atMs, isWithin } = recordingMoment(meeting, '2026-03-04T10:01:05.000Z')
  expect(isWithin).toBe(true)
  expect(atMs).toBe(65_000)
  expect(to).toMatch(/^\/past\/m1_us\?t=/)
  expect(new URLSearchParams(to.split('?')[1]).get('t')).toMatch(/1:05|65/)
})

test.each([
  ['before the start', meeting, '2026-03-04T09:59:59.000Z'],
  ['after the end', meeting, '2026-03-04T10:10:01.000Z'],
  ['without a length', { ...meeting, duration: null }, '2026-03-04T10:01:05.000Z'],
])('%s it opens the meeting', (_, of, time) => {
  expect(recordingMoment(of, time)).toMatchObject({ to: '/past/m1_us', isWithin: false })
})
